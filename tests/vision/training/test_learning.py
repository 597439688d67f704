"""Training loops and export; they need PyTorch and Ultralytics."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.training.decks import Deck
from vision.training.shards import draw_shard

pytestmark = pytest.mark.train

REASON = "needs the extra `train`"


@pytest.fixture(scope="module")
def drawn(deck: Deck, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one small shard."""
    folder = tmp_path_factory.mktemp("drawn")
    draw_shard(folder / "a.npz", 1, [deck], 4)
    return folder


def test_a_joker_without_colour_teaches_no_suit() -> None:
    """In grey the suit's logits are not pulled, in colour they are; the rank is, either way."""
    torch = pytest.importorskip("torch", reason=REASON)
    classifier = pytest.importorskip("vision.training.classifier", reason=REASON)
    rank, suit = torch.tensor([13]), torch.tensor([5])

    for colour_seen in (False, True):
        logits = torch.zeros(1, 21, requires_grad=True)
        classifier.loss_of(logits, rank, suit, torch.tensor([colour_seen])).backward()
        assert bool(logits.grad[:, 14:20].abs().sum() > 0) is colour_seen
        assert logits.grad[0, 13] < 0


def test_the_last_layer_learns_alone(drawn: Path, tmp_path: Path) -> None:
    """What sees the crop stays as it was, to the last bit; what names it changes."""
    torch = pytest.importorskip("torch", reason=REASON)
    classifier = pytest.importorskip("vision.training.classifier", reason=REASON)
    networks = pytest.importorskip("vision.training.networks", reason=REASON)
    before = networks.IndexClassifier()
    torch.save(before.state_dict(), tmp_path / "start.pt")
    settings = classifier.Settings(
        drawn=drawn,
        photographs=None,
        output=tmp_path,
        start=tmp_path / "start.pt",
        minutes=0.05,
        last_layer_only=True,
    )

    after = networks.load_classifier(str(classifier.train(settings)))

    for name, value in after.state_dict().items():
        assert torch.equal(value, before.state_dict()[name]) is not name.startswith("head"), name


def test_no_index_teaches_only_that() -> None:
    """A crop without an index pulls neither rank nor suit."""
    torch = pytest.importorskip("torch", reason=REASON)
    classifier = pytest.importorskip("vision.training.classifier", reason=REASON)
    logits = torch.zeros(2, 21, requires_grad=True)
    nothing = torch.tensor([-1, -1])

    loss = classifier.loss_of(logits, nothing, nothing, torch.tensor([True, True]))
    loss.backward()

    assert logits.grad[:, :20].abs().sum() == 0
    assert (logits.grad[:, 20] > 0).all()


def test_finder_targets_are_fractions_of_the_tile() -> None:
    """Box from the quad's extent, keypoints from the middles of its upper and lower edge."""
    pytest.importorskip("torch", reason=REASON)
    finder = pytest.importorskip("vision.training.finder", reason=REASON)
    quad = np.array([[[32, 64], [64, 64], [64, 128], [32, 128]]], np.float32)
    empty = np.zeros((0, 4, 2), np.float32)

    targets = finder.targets_of([empty, quad], 320)

    assert targets["batch_idx"].tolist() == [1.0]
    assert targets["bboxes"].numpy() == pytest.approx(np.array([[0.15, 0.3, 0.1, 0.2]]))
    assert targets["keypoints"].numpy() == pytest.approx(np.array([[[0.15, 0.2], [0.15, 0.4]]]))


def test_the_classifier_trains_stops_and_resumes(drawn: Path, tmp_path: Path) -> None:
    """A resumed training goes on counting steps and time where it stopped."""
    torch = pytest.importorskip("torch", reason=REASON)
    classifier = pytest.importorskip("vision.training.classifier", reason=REASON)
    settings = classifier.Settings(
        drawn=drawn, photographs=None, output=tmp_path, start=None, minutes=0.05
    )

    weights = classifier.train(settings)
    first = torch.load(tmp_path / "classifier.ckpt", weights_only=True)
    classifier.train(replace(settings, minutes=0.1))
    second = torch.load(tmp_path / "classifier.ckpt", weights_only=True)

    assert weights.is_file()
    assert 0 < first["step"] < second["step"]
    assert first["spent_s"] < second["spent_s"]


def test_the_finder_trains_on_tiles(drawn: Path, tmp_path: Path) -> None:
    """A few steps run with Ultralytics' own criterion and leave weights that load again."""
    torch = pytest.importorskip("torch", reason=REASON)
    finder = pytest.importorskip("vision.training.finder", reason=REASON)
    networks = pytest.importorskip("vision.training.networks", reason=REASON)
    settings = finder.Settings(
        drawn=drawn, photographs=None, output=tmp_path, start=None, minutes=0.05, tile_px=160
    )

    model = networks.load_finder(str(finder.train(settings)))
    with torch.no_grad():
        predicted = model(torch.zeros(1, 3, 160, 160))

    rows = predicted[0] if isinstance(predicted, tuple) else predicted
    assert rows.shape[1] == 9
    assert torch.isfinite(rows).all()


def test_exported_networks_read_as_trained_ones(tmp_path: Path) -> None:
    """Storing weights in 16 bits changes probabilities by less than a hundredth."""
    torch = pytest.importorskip("torch", reason=REASON)
    export = pytest.importorskip("vision.training.export", reason=REASON)
    networks = pytest.importorskip("vision.training.networks", reason=REASON)
    reading = pytest.importorskip("vision.training.reading", reason=REASON)
    torch.manual_seed(3)
    model = networks.IndexClassifier().eval()
    torch.save(model.state_dict(), tmp_path / "classifier.pt")
    crops = torch.rand(5, 3, 64, 32)

    file = export.export_classifier(tmp_path / "classifier.pt", tmp_path)
    rank, suit, upright = reading.onnx_classifier(file)(crops.numpy())
    with torch.no_grad():
        wanted = model(crops).numpy()

    assert np.abs(np.concatenate([rank, suit, upright[:, None]], axis=1) - wanted).max() < 0.01
    assert json.loads(file.with_suffix(".json").read_text("utf-8"))["outputs"]["rank"][0] == "A"


def test_the_rate_warms_up_and_falls() -> None:
    """The learning rate starts small, peaks early and ends at a hundredth of the peak."""
    pytest.importorskip("torch", reason=REASON)
    optimising = pytest.importorskip("vision.training.optimising", reason=REASON)

    assert optimising.learning_rate(1.0, 0, 0.0) < 0.05
    assert optimising.learning_rate(1.0, 100, 0.0) == pytest.approx(1.0)
    assert optimising.learning_rate(1.0, 100, 1.0) == pytest.approx(0.01)
    assert math.isclose(optimising.learning_rate(1.0, 100, 5.0), 0.01)


def test_a_failing_source_stops_the_training() -> None:
    """An error while batches are made is raised where they are used, not swallowed."""
    pytest.importorskip("torch", reason=REASON)
    optimising = pytest.importorskip("vision.training.optimising", reason=REASON)

    def broken() -> int:
        raise OSError("the shard is gone")

    with (
        pytest.raises(OSError, match="the shard is gone"),
        optimising.Prefetched(broken) as batches,
    ):
        next(batches)
