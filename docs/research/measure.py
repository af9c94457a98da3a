"""What the scripts of these pages share: asking Reti, intervals, and correlations with something held fixed."""

import json
import subprocess

import numpy as np


def ask(program, *arguments):
    """The document that a command of `reti` answers with."""
    return json.loads(subprocess.run([program, *arguments, "--format", "json"], capture_output=True).stdout)


def interval(statistic, columns, times=1000):
    """A value with its 95 % interval: rows drawn again with replacement."""
    chance = np.random.default_rng(1)
    size = len(columns[0])
    drawn = [statistic(*(column[index] for column in columns))
             for index in (chance.integers(0, size, size) for _ in range(times))]
    return statistic(*columns), *np.percentile(drawn, [2.5, 97.5])


def ranks(values):
    values = np.asarray(values, float)
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[inverse]


def partial(first, second, controls):
    """Spearman's correlation of what is left of two variables when others are taken out of both."""
    design = np.column_stack([np.ones(len(first))] + [ranks(control) for control in controls])
    rest = lambda values: values - design @ np.linalg.lstsq(design, values, rcond=None)[0]
    return float(np.corrcoef(rest(ranks(first)), rest(ranks(second)))[0, 1])
