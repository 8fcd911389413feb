"""How an answer is quoted without a model: each room is about one part of it.

`passages` reads the prompt, `pieces` cuts its passages into what can be quoted, `values` knows what kind of thing is
asked for, `choosing` ranks and takes, `sides` sets beside each other what disagrees, `form` reads the rules of form
that a quotation can keep, and `composing` writes the answer.
"""
