"""Which requests the board accepts: each refusal, and each that passes."""

from __future__ import annotations

import json
import socket

import pytest

from bolets_solver.web.serve import LOCAL
from bolets_solver.web.server.guard import MOST_BYTES
from tests.web.serving import Running

GAME = json.dumps({"text": "6B 2B"}).encode()


def changed(board: Running, **changes: str | None) -> dict[str, str]:
    """The page's own headers, some of them changed or left out."""
    names = {name.replace("_", "-").title(): value for name, value in changes.items()}
    headers = board.headers() | {n: v for n, v in names.items() if v is not None}
    return {name: value for name, value in headers.items() if names.get(name, "") is not None}


def test_the_page_itself_is_answered(board: Running) -> None:
    status, headers, body = board.request("POST", "/api/open", GAME, board.headers())
    assert status == 200
    assert json.loads(body)["view"]["order"] == ["6B", "2B", "C"]
    assert headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("status", "changes"),
    [
        (400, {"host": "evil.example"}),  # what DNS rebinding would send
        (400, {"host": "evil.example:80", "origin": "http://evil.example:80"}),
        (400, {"host": "127.0.0.1"}),  # another port of this machine
        (400, {"host": None}),
        (403, {"origin": "http://evil.example"}),
        (403, {"origin": "null"}),
        (403, {"origin": None}),
        (403, {"origin": "http://localhost:1"}),
        (403, {"sec_fetch_site": "cross-site"}),
        (403, {"sec_fetch_site": "same-site"}),
        (403, {"cookie": None}),
        (403, {"cookie": "bolets=wrong"}),
        (415, {"content_type": "text/plain"}),
        (415, {"content_type": "application/x-www-form-urlencoded"}),
        (415, {"content_type": None}),
    ],
)
def test_what_is_refused(board: Running, status: int, changes: dict[str, str | None]) -> None:
    headers = changed(board, **changes)
    # without a host the server closes at once, and unread bytes may cost its answer
    body = b"" if changes.get("host", "") is None else GAME
    assert board.request("POST", "/api/open", body, headers)[0] == status


def test_another_port_s_cookie_and_a_wrong_one_are_refused(board: Running) -> None:
    name = board.keys.cookie
    assert str(board.port) in name
    for cookie in (f"{name}=wrong", f"{name}=", board.cookie.replace(name, "bolets-1")):
        headers = changed(board, cookie=cookie)
        assert board.request("POST", "/api/open", GAME, headers)[0] == 403


def test_the_token_opens_the_page_once(board: Running) -> None:
    host = {"Host": board.host}
    assert board.request("GET", "/", headers=host)[0] == 403
    assert board.request("GET", "/?token=wrong", headers=host)[0] == 403
    assert board.request("GET", "/?token=", headers=host)[0] == 403
    token = board.keys.token()
    status, headers, body = board.request("GET", f"/?token={token}", headers=host)
    assert (status, b"<!doctype html>" in body) == (200, True)
    cookie = headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    again = board.request("GET", f"/?token={token}", headers=host)
    assert again[0] == 403
    assert "set-cookie" not in again[1]
    with_cookie = host | {"Cookie": cookie.partition(";")[0]}
    assert board.request("GET", f"/?token={token}", headers=with_cookie)[0] == 200


def test_a_token_opens_nothing_but_the_page(board: Running) -> None:
    token = board.keys.token()
    headers = changed(board, cookie=None)
    assert board.request("POST", f"/api/open?token={token}", GAME, headers)[0] == 403
    assert board.request("GET", f"/static/main.js?token={token}", headers=headers)[0] == 403
    assert board.keys.use(token)


def test_files_of_the_page_need_the_cookie(board: Running) -> None:
    host = {"Host": board.host}
    assert board.request("GET", "/static/main.js", headers=host)[0] == 403
    mine = host | {"Cookie": board.cookie}
    status, headers, _ = board.request("GET", "/static/main.js", headers=mine)
    assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    foreign = mine | {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert board.request("GET", "/static/main.js", headers=foreign)[0] == 403


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/cli/web.py",
        "/static//etc/passwd",
        "/static/..\\app.py",
        "/static/",
        "/../../etc/passwd",
        "/etc/passwd",
    ],
)
def test_no_other_file_is_served(board: Running, path: str) -> None:
    headers = {"Host": board.host, "Cookie": board.cookie}
    status, _, body = board.request("GET", path, headers=headers)
    assert status == 404
    assert b"import" not in body


def test_all_answers_keep_the_page_to_itself(board: Running) -> None:
    mine = {"Host": board.host, "Cookie": board.cookie}
    answers = [
        board.request("GET", "/", headers=mine),
        board.request("GET", "/nothing", headers=mine),
        board.request("GET", "/", headers={"Host": "evil.example"}),
        board.request("POST", "/api/open", GAME, board.headers()),
    ]
    for _, headers, _ in answers:
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert not [name for name in headers if name.startswith("access-control-")]


def test_other_methods_are_refused(board: Running) -> None:
    for method in ("OPTIONS", "PUT", "DELETE", "TRACE"):
        assert board.request(method, "/api/open", None, board.headers())[0] == 405


def test_a_giant_body_is_refused_unread(board: Running) -> None:
    headers = board.headers() | {"Content-Length": str(MOST_BYTES + 1)}
    assert board.request("POST", "/api/open", b"{", headers)[0] == 413
    many = board.headers() | {"Content-Length": "9" * 15}
    assert board.request("POST", "/api/open", b"{", many)[0] == 413


def test_photos_alone_come_as_plain_bytes_and_are_guarded_like_all(board: Running) -> None:
    photo = board.headers() | {"Content-Type": "application/octet-stream"}
    path = "/api/cards/photo"
    assert board.request("POST", path, b"no photo", photo)[0] == 400
    assert board.request("POST", path, b"{}", board.headers())[0] == 415
    assert board.request("POST", "/api/open", b"{}", photo)[0] == 415
    assert board.request("POST", path, b"", photo | {"Cookie": "bolets=1"})[0] == 403
    assert board.request("POST", path, b"", photo | {"Origin": "http://evil.example"})[0] == 403
    status, _, text = board.request("POST", path, b"", photo | {"Content-Length": str(65 << 20)})
    assert (status, text) == (413, b"a photo has at most 64 MiB: save it smaller")


def test_a_body_that_grows_without_a_length_is_refused(board: Running) -> None:
    head = "".join(f"{name}: {value}\r\n" for name, value in board.headers().items())
    request = f"POST /api/open HTTP/1.1\r\n{head}Transfer-Encoding: chunked\r\n\r\n"
    chunk = b"x" * 65536
    with socket.create_connection((LOCAL, board.port), timeout=30) as peer:
        peer.sendall(request.encode())
        sent = 0
        try:
            while sent < 4 * MOST_BYTES:
                peer.sendall(b"%x\r\n%s\r\n" % (len(chunk), chunk))
                sent += len(chunk)
            peer.sendall(b"0\r\n\r\n")
        except OSError:
            pass  # it listens no longer
        assert peer.recv(100).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"\xff\xfe{}",
        b'{"text": NaN}',
        b"[" * 100_000,
        b'{"text": 5}',
        b'{"text": ""}',
        b"{}",
    ],
)
def test_what_is_no_request_gets_one_clear_word(board: Running, body: bytes) -> None:
    status, _, answer = board.request("POST", "/api/open", body, board.headers())
    assert status == 400
    (message,) = json.loads(answer)["error"]
    assert message
    assert "Traceback" not in message
