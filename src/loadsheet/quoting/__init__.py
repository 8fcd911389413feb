"""How an answer is quoted without a model, in the order in which its rooms are walked through.

`prompt_view` reads the prompt, `cutting` cuts its passages into pieces with `structures`, `wanted` knows what type
of thing is asked for and whether an answer holds it, `multiword` what several words name, `scoring` ranks, `extremes`
finds the most or the least, `choosing` takes, `overview` speaks for a whole document, `companions` sets beside each
other what disagrees, `rule_filter` leaves out what a rule forbids, `format_limits` keeps the rules of form, `composing`
writes the answer.
"""
