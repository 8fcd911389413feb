"""How an answer is quoted without a model, in the order in which its rooms are walked through.

`quotable` reads the prompt, `cutting` cuts its passages into pieces with `wholes`, `wanted` knows what kind of thing is
asked for and whether an answer holds it, `named` what several words name, `weighing` ranks, `extremes` finds the
most or the least, `choosing` takes,
`overview` speaks for a whole document, `sides` sets beside each other what disagrees, `barred` leaves out what a rule
forbids, `fitting` keeps the rules of form, `composing` writes the answer.
"""
