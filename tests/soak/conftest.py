"""The soak runs only when it is asked for: ``pytest -m appliance``."""

from __future__ import annotations

from tests.appliance.conftest import pytest_collection_modifyitems

__all__ = ["pytest_collection_modifyitems"]
