"""Run the server: listening, output, shutdown."""

from __future__ import annotations

import asyncio
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass

import uvicorn

from bolets_solver.errors import InputError
from bolets_solver.web.app import BoardServer
from bolets_solver.web.server.guard import Keys

LOCAL = "127.0.0.1"


@dataclass(frozen=True)
class ListeningPlace:
    """Where a server listens: its socket, and its addresses as a ``Host`` header names them."""

    socket: socket.socket
    port: int
    hosts: tuple[str, ...]

    def address(self, host: str, token: str, fragment: str = "") -> str:
        """Return an address that opens the page once."""
        behind = f"#{fragment}" if fragment else ""
        return f"http://{host}:{self.port}/?token={token}{behind}"


def listen(port: int, lan: bool) -> ListeningPlace:
    """Take a port (0: any free one), only on this machine or in its network.

    Raises InputError if it cannot be used.
    """
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("0.0.0.0" if lan else LOCAL, port))
        taken.listen(64)
    except (OSError, OverflowError) as error:
        taken.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"port {port} cannot be used: {reason}; choose another --port, or none"
        ) from None
    hosts = (LOCAL, "localhost", *(lan_addresses() if lan else ()))
    return ListeningPlace(taken, taken.getsockname()[1], hosts)


def lan_addresses() -> list[str]:
    """Return the addresses of this machine in its networks (IPv4), the likely ones first."""
    import psutil

    found = [
        entry.address
        for entries in psutil.net_if_addrs().values()
        for entry in entries
        if entry.family == socket.AF_INET and not entry.address.startswith("127.")
    ]
    return sorted(found, key=lambda address: not address.startswith(("192.168.", "10.")))


class _Server(uvicorn.Server):
    """A server that calls back when it answers."""

    def __init__(self, config: uvicorn.Config, answering: Callable[[], None]):
        super().__init__(config)
        self._answering = answering

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._answering()


def server_of(
    board: BoardServer, place: ListeningPlace, keys: Keys, answering: Callable[[], None]
) -> uvicorn.Server:
    """Return the server of a board; ``answering`` is called once when it answers."""
    hosts = frozenset(f"{host}:{place.port}" for host in place.hosts)
    config = uvicorn.Config(
        board.app(keys, hosts),
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=32 * 1024,
    )
    return _Server(config, answering)


def serve(board: BoardServer, place: ListeningPlace, keys: Keys, opening: str | None) -> None:
    """Answer until Ctrl-C; ``opening``: an address to open in the browser, or None.

    The kernels are loaded meanwhile.
    """

    def answering() -> None:
        board.kernels.load()
        if opening is not None:
            threading.Thread(target=webbrowser.open, args=(opening,), daemon=True).start()

    try:
        asyncio.run(server_of(board, place, keys, answering).serve([place.socket]))
    finally:
        board.jobs.close()
        place.socket.close()
