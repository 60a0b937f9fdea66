"""Access control of the server: addresses, tokens, the cookie, sizes, headers.

By default the server listens only on this machine. Still, every page open in a browser can send
requests to it. So a request must name one of the server's own addresses (against DNS rebinding), a
POST must come from its own page, and all need the cookie, which only the holder of a token gets. A
token is good for one use.
"""

from __future__ import annotations

import hmac
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 1024 * 1024
"""Larger requests are refused; a game is a few kilobytes."""

PHOTO = "/api/cards/photo"
"""The one address that takes something else than JSON: a photo, as it is."""
MOST_PHOTO_BYTES = 64 * 1024 * 1024

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

ONCE = (
    "This address does not open the board. Each address that 'bolets web' prints can be used once; "
    "start 'bolets web' again for a new one. Your games are saved."
)


class Keys:
    """The tokens that were handed out, and the secret that each is exchanged for."""

    def __init__(self, port: int):
        self.cookie = f"bolets-{port}"  # cookies do not depend on the port, so the name does
        self._secret = secrets.token_urlsafe(32)
        self._tokens: set[str] = set()

    def token(self) -> str:
        """Return a new token; it is good for one use."""
        token = secrets.token_urlsafe(24)
        self._tokens.add(token)
        return token

    def use(self, token: str) -> bool:
        """Use a token up; return whether it was good."""
        found = next((t for t in self._tokens if hmac.compare_digest(t, token)), None)
        if found is None:
            return False
        self._tokens.remove(found)
        return True

    def knows(self, header: str | None) -> bool:
        """Whether a ``Cookie`` header holds the secret."""
        try:
            morsel = SimpleCookie(header or "").get(self.cookie)
        except CookieError:
            return False
        return morsel is not None and hmac.compare_digest(
            morsel.value.encode(), self._secret.encode()
        )

    def set_cookie(self) -> str:
        """Return the ``Set-Cookie`` header for who has shown a good token."""
        return f"{self.cookie}={self._secret}; Path=/; HttpOnly; SameSite=Strict"


class Guard:
    """Refuses what may not come in, before anything looks at it.

    ``hosts`` are the server's own addresses (``127.0.0.1:8123``), as a ``Host`` header names them.
    """

    def __init__(self, app: ASGIApp, keys: Keys, hosts: frozenset[str]):
        self.app = app
        self.keys = keys
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":  # there is no socket here, and no lifespan
            return

        token = _token(scope)
        refusal = self._refusal(scope)
        sealed = _sealed(send)
        fresh = False
        if refusal is None and not self.keys.knows(Headers(scope=scope).get("cookie")):
            fresh = token is not None and self.keys.use(token)
            if not fresh:
                refusal = PlainTextResponse(ONCE, 403)
        if refusal is not None:
            await refusal(scope, receive, sealed)
            return
        if fresh:
            sealed = self._with_cookie(sealed)
        await self.app(scope, _limited(receive, most_bytes(scope)), sealed)

    def _with_cookie(self, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", self.keys.set_cookie())
            await send(message)

        return sent

    def _refusal(self, scope: Scope) -> Response | None:
        """Return why a request is refused whatever cookie it has; None if it is not."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [headers.get("host")] or headers["host"] not in self.hosts:
            return PlainTextResponse("this server has another address", 400)
        method = scope["method"]
        if method not in ("GET", "HEAD", "POST"):
            return PlainTextResponse("only GET and POST are answered", 405)
        site = headers.get("sec-fetch-site")
        own = f"http://{headers['host']}"
        origin = headers.get("origin")
        if origin is not None and origin != own:  # "null" too
            return PlainTextResponse("another page may not ask this server", 403)
        if method != "POST":
            if site in ("cross-site", "same-site") and headers.get("sec-fetch-mode") != "navigate":
                return PlainTextResponse("another page may not ask this server", 403)
            return None
        if origin is None or site not in (None, "same-origin"):
            return PlainTextResponse("only the server's own page may ask it", 403)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != ("application/octet-stream" if scope["path"] == PHOTO else "application/json"):
            return PlainTextResponse("requests are JSON, and photos plain bytes", 415)
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:20]) > most_bytes(scope):
            return PlainTextResponse(too_large(scope["path"]), 413)
        return None


def _sealed(send: Send) -> Send:
    """Return what sends an answer with the headers that keep the page to itself."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


class TooLarge(Exception):  # noqa: N818 - it is answered, with 413
    """A request without an honest length is larger than any may be."""


def most_bytes(scope: Scope) -> int:
    """Return how large a request may be."""
    return MOST_PHOTO_BYTES if scope["path"] == PHOTO else MOST_BYTES


def too_large(path: str) -> str:
    """Say how large a request may be."""
    if path == PHOTO:
        return f"a photo has at most {MOST_PHOTO_BYTES >> 20} MiB: save it smaller"
    return f"a request has at most {MOST_BYTES} bytes"


def _limited(receive: Receive, most: int) -> Receive:
    """Return what receives a request, and raises TooLarge when it gets too much."""
    taken = 0

    async def received() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge
        return message

    return received


def _token(scope: Scope) -> str | None:
    """Return the token in the address of the page."""
    if scope["method"] != "GET" or scope["path"] != "/":
        return None
    try:
        query = parse_qs(scope["query_string"].decode("ascii"), max_num_fields=8)
    except ValueError:
        return None
    tokens = query.get("token")
    return tokens[0] if tokens else None
