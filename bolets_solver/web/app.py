"""The application: which address answers what."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from bolets_solver import __version__
from bolets_solver.errors import InputError
from bolets_solver.web.answers import advice, export, questions
from bolets_solver.web.answers.quick import Answers
from bolets_solver.web.editor import cards, photos
from bolets_solver.web.game.games import Games
from bolets_solver.web.game.position import Decks, Position, read_position
from bolets_solver.web.server.guard import PHOTO, Guard, Keys, TooLarge, too_large
from bolets_solver.web.server.jobs import Job, Jobs, KernelLoading

Value = dict[str, Any]
Endpoint = Callable[[Request], Awaitable[Response]]

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}

QUICK = (
    "deck",
    "choices",
    "begin",
    "open",
    "deal",
    "puzzle",
    "kept",
    "look",
    "do",
    "why",
    "undo",
    "redo",
    "mark",
    "forget",
)
"""Answers that take milliseconds; each is the method of that name."""
SLOW = ("draw", "list_games", "bring_back", "list_puzzles")
"""Answers that may take a little longer: they hold nobody up."""


class BoardServer:
    """The server's parts, and the application made of them."""

    def __init__(
        self,
        first: Position | None = None,
        decks: Decks | None = None,
        deck_file: str | None = None,
    ):
        self.decks = decks or Decks()
        self.cards = cards.Cards(self.decks, deck_file)
        self.photos = photos.Photos(self.cards.place)
        self.games = Games(self.decks)
        self.answers = Answers(self.decks, self.games, first)
        self.kernels = KernelLoading()
        self.jobs = Jobs(self.kernels)
        self.static = dict(_static_files())

    def app(self, keys: Keys, hosts: frozenset[str]) -> Guard:
        """Return the application, guarded."""
        routes = [
            Route("/", self._page),
            Route("/static/{name:path}", self._static),
            *(self._post(name, self._answer(name, False)) for name in QUICK),
            *(self._post(name, self._answer(name, True)) for name in SLOW),
            self._post("solver", self._solver),
            self._post("hint", self._events(self._hint)),
            self._post("advice", self._events(self._advice, advice.SECONDS)),
            self._post("mistakes", self._events(self._mistakes, advice.REVIEW_SECONDS)),
            self._post("optimum", self._events(self._optimum)),
            self._post("way_back", self._events(self._way_back)),
            self._post("review", self._events(self._review)),
            self._post("spectrum", self._events(self._spectrum, questions.SPECTRUM_SECONDS)),
            self._post("challenge", self._events(self._challenge)),
            self._post("export", self._export),
            *self._card_routes(),
            *self._photo_routes(),
        ]
        handlers: Any = {InputError: _bad, TooLarge: _large, ClientDisconnect: _gone}
        return Guard(Starlette(routes=routes, exception_handlers=handlers), keys, hosts)

    def _card_routes(self) -> list[Route]:
        """Return the routes of the card editor."""

        def quick(answer: Callable[[cards.Cards, Value], Value]) -> Endpoint:
            async def endpoint(request: Request) -> Response:
                return _json(answer(self.cards, await read_json(request)))

            return endpoint

        def long(prepare: Callable[[cards.Cards, Value], Job], seconds: float) -> Endpoint:
            async def endpoint(request: Request) -> Response:
                job = prepare(self.cards, await read_json(request))
                events = self.jobs.events(job, seconds)
                return StreamingResponse(events, media_type="text/event-stream")

            return endpoint

        async def printed(request: Request) -> Response:
            value = await read_json(request)
            pdf = await asyncio.to_thread(self.cards.print, value)
            return Response(pdf, headers={"content-type": "application/pdf"})

        return [
            *(self._post(f"cards/{answer.__name__}", quick(answer)) for answer in cards.QUICK),
            *(self._post(f"cards/{job.__name__}", long(job, most)) for job, most in cards.JOBS),
            self._post("cards/print", printed),
        ]

    def _photo_routes(self) -> list[Route]:
        """Return the routes of photos in the card editor."""

        async def upload(request: Request) -> Response:
            return _json(await asyncio.to_thread(self.photos.photo, await request.body()))

        def asked(answer: Callable[[photos.Photos, Value], Value]) -> Endpoint:
            async def endpoint(request: Request) -> Response:
                value = await read_json(request)
                return _json(await asyncio.to_thread(answer, self.photos, value))

            return endpoint

        answers = (photos.Photos.propose, photos.Photos.learn)
        return [
            Route(PHOTO, upload, methods=["POST"]),
            *(self._post(f"cards/{answer.__name__}", asked(answer)) for answer in answers),
        ]

    @staticmethod
    def _post(name: str, endpoint: Endpoint) -> Route:
        return Route(f"/api/{name}", endpoint, methods=["POST"])

    async def _page(self, request: Request) -> Response:
        return self._file("index.html")

    async def _static(self, request: Request) -> Response:
        return self._file(request.path_params["name"])

    def _file(self, name: str) -> Response:
        """Return a file of the page; only what was there at the start is served."""
        found = self.static.get(name)
        if found is None:
            return PlainTextResponse("there is no such file", 404)
        ending = name[name.rfind(".") :]
        return Response(found, headers={"content-type": TYPES[ending]})

    def _answer(self, name: str, slow: bool) -> Endpoint:
        answer = getattr(self.answers, name)

        async def endpoint(request: Request) -> Response:
            value = await read_json(request)
            return _json(await asyncio.to_thread(answer, value) if slow else answer(value))

        return endpoint

    async def _solver(self, request: Request) -> Response:
        await read_json(request)
        return _json({**self.kernels.as_json(), "version": __version__})

    def _events(self, prepare: Callable[[Value, Position], Job], seconds: float = 60.0) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            value = await read_json(request)
            job = prepare(value, read_position(value.get("position"), self.decks))
            events: AsyncIterator[str] = self.jobs.events(job, seconds)
            return StreamingResponse(events, media_type="text/event-stream")

        return endpoint

    def _hint(self, value: Value, position: Position) -> Job:
        level = value.get("level")
        if level not in (1, 2, 3) or isinstance(level, bool):
            raise InputError("a hint has the level 1, 2 or 3")
        if position.hidden:
            return lambda running: advice.hint(position, level, self.jobs, running)
        return lambda running: questions.hint(position, level, self.jobs, running)

    def _advice(self, value: Value, position: Position) -> Job:
        aim = str(value.get("aim", "points"))
        return lambda running: advice.advice(position, aim, self.jobs, running)

    def _mistakes(self, value: Value, position: Position) -> Job:
        deep = value.get("deep") is True
        return lambda running: advice.mistakes(position, deep, self.jobs, running)

    def _optimum(self, value: Value, position: Position) -> Job:
        return lambda running: questions.optimum(position, self.jobs, running)

    def _way_back(self, value: Value, position: Position) -> Job:
        return lambda running: questions.way_back(position, self.jobs, running)

    def _review(self, value: Value, position: Position) -> Job:
        return lambda running: questions.review(position, self.jobs, running)

    def _spectrum(self, value: Value, position: Position) -> Job:
        played = [game.session.moment.verdict for game in self.games.finished(position.record)]
        mine = [verdict.points for verdict in played if verdict.won]

        def job(running: Any) -> Value:
            found = questions.spectrum(position, mine, self.jobs, running)
            return found | {"mine": sorted(mine), "lost": len(played) - len(mine)}

        return job

    def _challenge(self, value: Value, position: Position) -> Job:
        paper = str(value.get("paper", "a4"))
        return lambda running: questions.challenge(position, paper, self.jobs, running)

    async def _export(self, request: Request) -> Response:
        value = await read_json(request)
        position = read_position(value.get("position"), self.decks)
        kind = value.get("kind")
        if not isinstance(kind, str) or kind not in export.KINDS:
            raise InputError(f"a game is saved as one of {', '.join(export.KINDS)}")
        data = await asyncio.to_thread(export.export, position, kind, bool(value.get("whole")))
        return Response(data, headers={"content-type": export.KINDS[kind][0]})


async def read_json(request: Request) -> Value:
    """Return the JSON object of a request; raises InputError if it is none."""
    body = await request.body()
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_no_number)
    except RecursionError:
        raise InputError("the request is nested too deeply") from None
    except ValueError:
        raise InputError("the request is not JSON") from None
    if not isinstance(value, dict):
        raise InputError("the request is not a JSON object")
    return value


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number of JSON")


def _json(value: Value) -> Response:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(text, headers={"content-type": "application/json"})


async def _bad(request: Request, error: Exception) -> Response:
    assert isinstance(error, InputError)
    body = json.dumps({"error": [str(defect) for defect in error.defects]})
    return Response(body, 400, headers={"content-type": "application/json"})


async def _large(request: Request, error: Exception) -> Response:
    return PlainTextResponse(too_large(request.url.path), 413)


async def _gone(request: Request, error: Exception) -> Response:
    return PlainTextResponse("", 400)


def _static_files() -> list[tuple[str, bytes]]:
    """Read all files of the page, by name; folders with a slash."""
    found: list[tuple[str, bytes]] = []

    def walk(folder: Traversable, before: str) -> None:
        for item in folder.iterdir():
            name = before + item.name
            if item.is_dir():
                walk(item, f"{name}/")
            elif any(name.endswith(ending) for ending in TYPES):
                found.append((name, item.read_bytes()))

    walk(files("bolets_solver.web") / "static", "")
    return found
