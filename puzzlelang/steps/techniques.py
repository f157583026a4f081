"""Names of techniques: how a person comes to a step, by the family of constraints that decides it."""

import enum


class Technique(enum.Enum):
    """Techniques; the values are what JSON and `rate` call them."""

    HIDDEN_SINGLE = "hidden single"
    NAKED_SINGLE = "naked single"
    LAST_VALUE = "last value"
    NAKED_SET = "naked set"
    DIFFERENT = "different values"
    SUM = "sum"
    PRODUCT = "product"
    ORDER = "order"
    COUNT = "count"
    RUNS = "runs"
    SEQUENCE = "sequence"
    PAIRING = "pairing"
    CONNECTION = "connection"
    RING = "ring"
    DISTANCE = "distance"
    GROUP_SIZE = "group size"
    SHAPE = "shape"
    CONDITION = "plain rule"
    COMBINATION = "combination"
    LOCKED_VALUE = "locked value"
    LINES = "value kept to as many lines"
    OVERLAP = "overlapping counts"
    HOUSE_SUM = "sum of whole houses"
    TRIAL = "trial"
    GUESS = "guess"
