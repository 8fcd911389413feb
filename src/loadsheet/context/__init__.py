"""Fitting on its own, for programs that do their own retrieval and ask their own model."""

from loadsheet.context.fitted import DecomposedContext, FittedContext
from loadsheet.context.items import ContextItem
from loadsheet.context.manager import ContextManager
from loadsheet.context.summary import SummaryProvider

__all__ = [
    "ContextItem",
    "ContextManager",
    "DecomposedContext",
    "FittedContext",
    "SummaryProvider",
]
