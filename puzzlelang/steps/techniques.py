"""Names of techniques: how a person comes to a step, by the family of constraints that decides it."""

import enum


class Technique(enum.Enum):
    """Techniques; the values are what JSON and `rate` call them."""

    LOCKED_VALUE = "locked value"
    LINES = "value kept to as many lines"
    HOUSE_SUM = "sum of whole houses"
