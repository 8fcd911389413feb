"""Texts in, the vectors of an OpenAI-compatible embeddings endpoint out."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Sequence
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from loadsheet.models.endpoint import Endpoint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AT_ONCE = 64
"""Texts in a request: servers take from 32 on small ones to 2,048 at OpenAI's."""

TRIES = 3
"""How often a request is made that a busy server may answer the next time."""

PAUSE = 0.5
"""Seconds before the second try; twice as many before the third. A server that names its own is heard up to LONGEST."""

LONGEST = 10.0


class EndpointEmbedder:
    """An embedding model behind an endpoint that speaks OpenAI's embeddings.

    `timeout` is how many seconds the server may be silent. A text that is longer than the model reads is the server's
    to shorten or to refuse.
    """

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
    ) -> None:
        self._endpoint = Endpoint.checked(
            name, base_url, api_key, timeout, kind="embedder", setting="embedder_url"
        )
        # Two servers may give the same name to different models.
        self.name: str = name if base_url is None else f"{name} at {self._endpoint.place}"

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        """A row of unit length for each text; the server is not told what is a query."""
        import numpy as np

        parts = [texts[start : start + AT_ONCE] for start in range(0, len(texts), AT_ONCE)]
        rows = [row for part in parts for row in await asyncio.to_thread(self._asked, part)]
        if not rows:
            return np.zeros((0, 0), np.float32)
        made = np.array(rows, np.float64)
        return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)

    def _asked(self, texts: Sequence[str]) -> list[list[float]]:
        for number in range(1, TRIES + 1):
            try:
                return self._vectors(self._sent(texts), len(texts))
            except HTTPError as error:
                body = error.read()
                status = error.code
                if number == TRIES or not (status == 429 or status >= 500):
                    said = self._endpoint.said(_parsed(body), error.reason or "no reason given")
                    raise self._endpoint.refused(status, said) from error
                time.sleep(_pause(number, error.headers.get("Retry-After")))
            except TimeoutError as error:
                raise self._endpoint.silent() from error
            except (OSError, HTTPException) as error:
                reason = getattr(error, "reason", error)
                if isinstance(reason, TimeoutError):
                    raise self._endpoint.silent() from error
                if number == TRIES:
                    raise self._endpoint.unreachable(
                        self._endpoint.said(None, str(reason) or type(error).__name__)
                    ) from error
                time.sleep(_pause(number, None))
        raise AssertionError("every try returns or raises")

    def _sent(self, texts: Sequence[str]) -> Any:
        clean = [text.encode("utf-8", "replace").decode() for text in texts]
        body = {"model": self._endpoint.name, "input": clean, "encoding_format": "float"}
        request = Request(
            f"{self._endpoint.place.rstrip('/')}/embeddings",
            data=json.dumps(body).encode(),
            headers={
                "Content-Type": "application/json",
                "Authorization": self._endpoint.authorization,
            },
        )
        with build_opener(_Stay).open(request, timeout=self._endpoint.timeout) as reply:
            return _parsed(reply.read())

    def _vectors(self, reply: Any, wanted: int) -> list[list[float]]:
        """The vectors in the order of the texts. Raises `ModelError` for anything else."""
        try:
            rows = sorted(reply["data"], key=lambda row: row["index"])
            made = [[float(number) for number in row["embedding"]] for row in rows]
            places = [row["index"] for row in rows]
        except (KeyError, TypeError, ValueError) as error:
            said = self._endpoint.said(reply, "it holds no vectors")
            raise self._endpoint.useless(said) from error
        if places != list(range(wanted)):
            raise self._endpoint.useless(f"{len(made)} vectors for {wanted} texts")
        if len({len(row) for row in made}) != 1 or not all(_has_direction(row) for row in made):
            raise self._endpoint.useless("vectors of no or of different lengths")
        return made


class _Stay(HTTPRedirectHandler):
    """Follows no redirect: the key and the texts are for the server that was named."""

    def redirect_request(self, *given: Any, **named: Any) -> None:
        """Nowhere else; the redirect is an error then."""


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _pause(number: int, wanted: str | None) -> float:
    if wanted is not None and wanted.isdecimal():
        return min(float(wanted), LONGEST)
    return PAUSE * 2 ** (number - 1)


def _has_direction(row: Sequence[float]) -> bool:
    square = math.fsum(number * number for number in row)
    return math.isfinite(square) and square > 0
