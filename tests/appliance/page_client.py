"""A referee at the page, without a browser: ``page_client.py PORT PIN [ORDER JSON]...``.

Runs inside the booted machine with the Python of the system; prints the row each order became.
"""

from __future__ import annotations

import http.cookiejar
import json
import re
import sys
import urllib.request


def main(port: str, pin: str, *orders: str) -> None:
    address = f"http://127.0.0.1:{port}"
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    opener = urllib.request.build_opener(jar)

    def send(path: str, body: dict[str, object], headers: dict[str, str]) -> dict[str, object]:
        request = urllib.request.Request(  # noqa: S310 - this machine's own page
            address + path,
            json.dumps(body).encode(),
            {"content-type": "application/json"} | headers,
        )
        with opener.open(request, timeout=10) as answer:
            told: dict[str, object] = json.load(answer)
            return told

    send("/login", {"role": "referee", "pin": pin}, {})
    with opener.open(f"{address}/table", timeout=10) as page:
        csrf = re.search(r'data-csrf="([^"]+)"', page.read().decode("utf-8"))
    if csrf is None:
        raise AssertionError("the page names no token")
    rows = 0
    for name, fields in zip(orders[::2], orders[1::2], strict=True):
        body = {"based_on": rows, **json.loads(fields)}
        rows = int(str(send(f"/api/orders/{name}", body, {"x-csrf": csrf[1]})["row"]))
        sys.stdout.write(f"{name} {rows}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
