"""The intent vector: which flags a text raises, and by which signal."""
