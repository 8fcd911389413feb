"""A prompt in, the answer of an OpenAI-compatible endpoint out, streamed through pydantic-ai's
direct requests.

The messages of the prompt go over the wire as they are: the manifest speaks of these bytes. The
library's own message types cannot hold all of them (the name of a participant, an assistant's empty
text, two texts side by side), so the list is handed over as a field of the request's body, which
replaces the one that the library would write.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import TYPE_CHECKING

import regex

from loadsheet.artifacts import Prompt
from loadsheet.errors import ModelError, SettingsError, WindowError
from loadsheet.models.endpoint import OPENAI, Endpoint
from loadsheet.ports import Piece

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponseStreamEvent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.usage import RequestUsage

TOO_LONG = regex.compile(
    r"context[ _-]?(length|size|window)|exceed_context|n_ctx|maximum context|prompt is too long"
    r"|too many (input |prompt )?tokens|reduce the length|max_new_tokens|context the overflows",
    regex.IGNORECASE,
)
"""How servers word that a prompt is longer than the window: OpenAI, vLLM, llama.cpp, TGI, LM
Studio."""


class OpenAICompatibleModel:
    """A chat model behind an endpoint that speaks OpenAI's chat completions.

    `timeout` is how many seconds the server may be silent. A failed request is not repeated here:
    the caller has the budget, and the trace shows what happened.
    """

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
    ) -> None:
        self.name: str = name
        self._endpoint = Endpoint.checked(name, base_url, api_key, timeout)

    async def stream(self, prompt: Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        """The answer as it comes; the last piece carries what the provider counted."""
        async with aclosing(self._asked(prompt, max_tokens)) as pieces:
            while True:
                try:
                    piece = await anext(pieces)
                except StopAsyncIteration:
                    return
                except (ModelError, SettingsError):
                    raise
                except Exception as error:
                    # A server may answer anything, and the library does not foresee all of it.
                    raise self._translated(error) from error
                yield piece

    async def _asked(self, prompt: Prompt, max_tokens: int) -> AsyncGenerator[Piece]:
        model = self._opened()
        from pydantic_ai.direct import model_request_stream
        from pydantic_ai.messages import ModelRequest
        from pydantic_ai.models.openai import OpenAIChatModelSettings

        answered = False
        async with (
            model,
            model_request_stream(
                model,
                [ModelRequest.user_text_prompt(prompt.messages[-1]["content"])],
                model_settings=OpenAIChatModelSettings(
                    max_tokens=max_tokens,
                    timeout=self._endpoint.timeout,
                    max_retries=0,
                    extra_body={"messages": list(prompt.messages)},
                ),
                instrument=False,
            ) as reply,
        ):
            async for event in reply:
                if text := _text_of(event):
                    answered = True
                    yield Piece(text)
            usage = reply.usage
            finish = reply.finish_reason
        if not answered:
            raise self._silent(finish)
        yield Piece(usage=_counted(usage))

    def _silent(self, finish: str | None) -> ModelError:
        way = "raise output_reserve" if finish == "length" else "ask another way, or another model"
        return ModelError(
            f"{self._endpoint.where()} answered no text (finish reason: {finish or 'none'}): {way}"
        )

    def _opened(self) -> OpenAIChatModel:
        try:
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.profiles.openai import OpenAIModelProfile
            from pydantic_ai.providers.openai import OpenAIProvider
        except ImportError as error:
            raise SettingsError(
                f"model {self.name!r} needs an extra: pip install 'loadsheet[models]'"
            ) from error
        return OpenAIChatModel(
            self.name,
            provider=OpenAIProvider(base_url=self._endpoint.url, api_key=self._endpoint.key),
            profile=OpenAIModelProfile(
                # Our bytes go and come as they are, without joiners inside of a template's own
                # words.
                may_tokenize_special_tokens_in_content=False,
                # An answer that breaks off is no answer.
                openai_chat_streaming_requires_finish_reason=True,
                # Only OpenAI itself refuses the older name of the limit, and only others do not
                # know the newer.
                openai_chat_supports_max_completion_tokens=self._endpoint.url.startswith(OPENAI),
            ),
        )

    def _translated(self, error: Exception) -> ModelError:
        """What went wrong, in our words, with the way out."""
        from pydantic_ai.exceptions import (
            ModelConnectionError,
            ModelContextWindowExceededError,
            ModelHTTPError,
            ModelTimeoutError,
        )

        at = self._endpoint
        said = at.said(getattr(error, "body", None), str(error) or type(error).__name__)
        status = error.status_code if isinstance(error, ModelHTTPError) else None
        if isinstance(error, ModelContextWindowExceededError) or (
            status in {None, 400, 413, 422, 500} and TOO_LONG.search(said)
        ):
            return WindowError(f"{at.where(status)}: {said}: lower the budget, or set model_window")
        if _is_timeout(error, ModelTimeoutError):
            return at.silent()
        if isinstance(error, ModelConnectionError):
            return at.unreachable(said)
        return at.useless(said) if status is None else at.refused(status, said)


def _is_timeout(error: BaseException, kind: type[Exception]) -> bool:
    while True:
        if isinstance(error, (kind, TimeoutError)) or "Timeout" in type(error).__name__:
            return True
        if error.__cause__ is None:
            return False
        error = error.__cause__


def _text_of(event: ModelResponseStreamEvent) -> str:
    """The text that an event of the stream brings; empty where it brings none."""
    from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return text
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return text
        case _:
            return ""


def _counted(usage: RequestUsage) -> tuple[tuple[str, int], ...]:
    """What the provider counted; nothing where it said nothing."""
    if not usage.has_values():
        return ()
    counted = [("input_tokens", usage.input_tokens), ("output_tokens", usage.output_tokens)]
    if usage.cache_read_tokens:
        counted.append(("cache_read_tokens", usage.cache_read_tokens))
    return tuple(counted)
