"""Assembly: blocks with renditions go in, the prompt and its manifest come out. It makes no content."""

from loadsheet.assembly.decompose import decompose
from loadsheet.assembly.engine import assemble, demand
from loadsheet.assembly.frame import parse

__all__ = ["assemble", "decompose", "demand", "parse"]
