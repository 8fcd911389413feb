"""The demand in tokens and the models that may be used go in; one model comes out, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import Demand, ModelCandidate, ModelChoice, Skip
from loadsheet.errors import InputError, SettingsError
from loadsheet.trace import StageReport


@dataclass(frozen=True, slots=True)
class RoutingPolicy:
    """Which of the models that hold a prompt is taken.

    A model fits when the demand and the smaller of its output limit and the output reserve are at most its window. With
    `prefer_local` a local model that fits goes before every remote one. Then the lower `priority` wins, then the
    smaller window, then the name.
    """

    prefer_local: bool = True
    output_reserve: int = 1000

    def select_model_for_context(
        self, context_token_count: int, candidates: Sequence[ModelCandidate]
    ) -> str:
        """The name of the model to use.

        Raises `InputError` for a count below 0, `SettingsError` with the windows when none fits.
        """
        if context_token_count < 0:
            raise InputError(f"context_token_count is {context_token_count}: it must be 0 or more")
        choice = self.choose(context_token_count, candidates)
        if choice is None:
            sizes = ", ".join(f"{c.name} {c.window}" for c in candidates) or "none is given"
            raise SettingsError(
                f"no model holds {context_token_count} tokens and the reply (windows: {sizes}): "
                "lower the budget or add a model with a larger window"
            )
        return choice.name

    def choose(self, tokens: int, candidates: Sequence[ModelCandidate]) -> ModelCandidate | None:
        """The model to use, or None when none fits."""
        fitting = [candidate for candidate in candidates if self.lacking(tokens, candidate) <= 0]
        return min(fitting, key=self.rank, default=None)

    def lacking(self, tokens: int, candidate: ModelCandidate) -> int:
        """How many tokens the model's window is short of; 0 or less when it fits."""
        return tokens + min(candidate.output_limit, self.output_reserve) - candidate.window

    def rank(self, candidate: ModelCandidate) -> tuple[bool, int, int, str]:
        """The order of preference, the smallest first."""
        remote = self.prefer_local and not candidate.local
        return remote, candidate.priority, candidate.window, candidate.name


@dataclass(frozen=True, slots=True)
class SelectModel:
    """Choose by demand; where none fits, take the preferred one and leave the loss to assembly's record."""

    name: ClassVar[str] = "select_model"
    candidates: tuple[ModelCandidate, ...]
    policy: RoutingPolicy

    def __post_init__(self) -> None:
        """Raises `SettingsError` for a model whose window leaves no room beside the reply."""
        for candidate in self.candidates:
            if self.policy.lacking(1, candidate) > 0:
                raise SettingsError(
                    f"model {candidate.name!r}: a window of {candidate.window} tokens leaves no room beside a reply of "
                    f"{self.policy.output_reserve}: raise `model_window`, or lower `output_reserve` or its output limit"
                )

    def __call__(self, given: Demand, /) -> ModelChoice:
        """The choice, with every model that it passed over and why."""
        chosen = self.policy.choose(given.tokens, self.candidates)
        fits = chosen is not None
        model = chosen or min(self.candidates, key=self.policy.rank)
        skipped = tuple(
            Skip(model=other.name, reason=self._why(given.tokens, other, model))
            for other in self.candidates
            if other is not model
        )
        where = "local" if model.local else "remote"
        reason = (
            f"holds {given.tokens} tokens and the reply; {where}, priority {model.priority}"
            if fits
            else f"no model holds {given.tokens} tokens; the preferred one, and assembly shortens"
        )
        return ModelChoice(model=model, reason=reason, skipped=skipped, fits=fits)

    def _why(self, tokens: int, other: ModelCandidate, model: ModelCandidate) -> str:
        short = self.policy.lacking(tokens, other)
        return (
            f"its window is {short} tokens too small" if short > 0 else f"{model.name} is preferred"
        )

    def report(self, _given: Demand, gave: ModelChoice, /) -> StageReport:
        """The failure signal is a demand that no model holds."""
        return StageReport(
            failure=None if gave.fits else gave.reason,
            decisions=(f"{gave.model.name}: {gave.reason}",),
        )
