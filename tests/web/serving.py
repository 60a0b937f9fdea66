"""A board that answers in the test's process, and requests to it as a browser sends them."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.web.app import BoardServer
from bolets_solver.web.game.position import Position
from bolets_solver.web.serve import LOCAL, listen, server_of
from bolets_solver.web.server.guard import Keys


@dataclass
class Running:
    """A board that answers."""

    board: BoardServer
    keys: Keys
    port: int
    cookie: str = field(default="")

    @property
    def host(self) -> str:
        return f"{LOCAL}:{self.port}"

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    def address(self, fragment: str = "") -> str:
        """An address that opens the page once."""
        return f"{self.origin}/?token={self.keys.token()}" + (f"#{fragment}" if fragment else "")

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request with just these headers; return status, headers and body."""
        connection = http.client.HTTPConnection(LOCAL, self.port, timeout=60)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None and "Content-Length" not in (headers or {}):
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()
        finally:
            connection.close()

    def headers(self) -> dict[str, str]:
        """The headers of the page's own requests."""
        return {
            "Host": self.host,
            "Origin": self.origin,
            "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/json",
            "Cookie": self.cookie,
        }

    def ask(self, name: str, /, **value: Any) -> dict[str, Any]:
        """Ask as the page does; what is refused fails."""
        status, text = self.try_ask(name, **value)
        assert status == 200, text
        found = json.loads(text)
        assert isinstance(found, dict)
        return found

    def try_ask(self, name: str, /, **value: Any) -> tuple[int, str]:
        """Ask as the page does; return the status and the body."""
        body = json.dumps(value).encode()
        status, _, text = self.request("POST", f"/api/{name}", body, self.headers())
        return status, text.decode()

    def follow(self, name: str, /, **value: Any) -> list[tuple[str, dict[str, Any]]]:
        """Ask what takes long; return all events."""
        status, text = self.try_ask(name, **value)
        assert status == 200, text
        return events_in(text)


def events_in(text: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the server-sent events of a body."""
    found = []
    for part in text.strip().split("\n\n"):
        name, data = part.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


@contextmanager
def serving(
    first: Position | None = None, port: int = 0, deck_file: str | None = None
) -> Iterator[Running]:
    """Let a board answer inside the ``with`` block."""
    board = BoardServer(first, deck_file=deck_file)
    place = listen(port, lan=False)
    keys = Keys(place.port)
    answering = threading.Event()
    server = server_of(board, place, keys, answering.set)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([place.socket])))
    thread.start()
    assert answering.wait(30)
    running = Running(board, keys, place.port)
    cookie = keys.set_cookie()
    running.cookie = cookie.partition(";")[0]
    try:
        yield running
    finally:
        board.jobs.close()
        server.should_exit = True
        server.force_exit = True
        thread.join()
        place.socket.close()


@contextmanager
def serving_deck(folder: Path, deck_file: Path) -> Iterator[Running]:
    """Let a board answer that was begun in a folder with a deck file named."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("BOLETS_DECKS", str(folder / "own"))
        with serving(deck_file=str(deck_file)) as running:
            yield running
