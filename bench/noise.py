#!/usr/bin/python3
"""Time the optimiser of noise beside HiGHS (scipy.optimize.linprog), on the same problems.

    bench/noise.py [CELLS ...]      (default: 100 200)

HiGHS gets the whole program, with a variable for what every cell adds at every
shift; dpscope has one row for each shift, a sum of positive parts. Three rounds, each HiGHS first and
dpscope next, on this machine; the figures are the medians of the rounds. It stops with an
error when the two find different losses.
"""

import csv
import io
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EPSILON, DELTA, SUPPORT, ROUNDS = 1.0, 0.2, 2, 3


def highs(cells):
    """The least mean of |x| of a symmetric law on so many cells, and the seconds it took."""
    steps, half = cells // (2 * SUPPORT), cells // 2
    pair = lambda i: min(i, cells - 1 - i)  # cells that mirror one another have the same mass
    rows, columns, values, most = [], [], [], []

    def put(row, column, value):
        rows.append(row), columns.append(column), values.append(value)

    added = half  # the variable of what a cell adds at a shift
    for k in range(1, steps + 1):
        for i in range(cells):
            # f_i - e^eps f_(i-k) - t <= 0
            put(len(most), pair(i), 0.5)
            if i >= k:
                put(len(most), pair(i - k), -0.5 * math.exp(EPSILON))
            put(len(most), added + i, -1)
            most.append(0)
        for i in range(cells):
            put(len(most), added + i, 1)
        most.append(DELTA)
        added += cells
    cost = np.zeros(added)
    cost[:half] = [abs((i + 0.5) / steps - SUPPORT) for i in range(half)]
    total = np.zeros((1, added))
    total[0, :half] = 1
    start = time.perf_counter()
    found = linprog(cost, A_ub=coo_matrix((values, (rows, columns)), (len(most), added)).tocsr(), b_ub=most, A_eq=total, b_eq=[1], method="highs")
    return found.fun, time.perf_counter() - start


def read(program, cells):
    address = f"noise?loss=l1&atom=off&epsilon={EPSILON}&delta={DELTA}&sensitivity=1&beta={2 * SUPPORT / cells!r}&support={SUPPORT}"
    out = subprocess.run([program, "read", address], capture_output=True, text=True, check=True).stdout
    return {row["reading"]: row["value"] for row in csv.DictReader(io.StringIO(out))}


def benchmark(cells):
    """Seconds of a cold and of a warm solve."""
    out = subprocess.run(["go", "test", "./mechanisms/optimal", "-run", "^$", "-cpu", "1", "-bench", f"Solve/symmetric/N={cells}$/"],
                         cwd=ROOT, capture_output=True, text=True, check=True).stdout
    took = {kind: float(ns) / 1e9 for kind, ns in re.findall(r"/(cold|warm)\S*\s+\d+\s+(\S+) ns/op", out)}
    if not took:
        sys.exit(f"no benchmark of {cells} cells; 100, 200 or 500 would work")
    return took


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "dpscope")
        subprocess.run(["go", "build", "-o", program, "."], cwd=ROOT, check=True)
        for cells in [int(a) for a in sys.argv[1:]] or [100, 200]:
            theirs, ours = [], {"cold": [], "warm": []}
            for _ in range(ROUNDS):
                loss, took = highs(cells)
                theirs.append(took)
                for kind, seconds in benchmark(cells).items():
                    ours[kind].append(seconds)
            here = read(program, cells)
            if int(here["cells"]) != cells or abs(float(here["loss"]) / loss - 1) > 1e-6:
                sys.exit(f"{cells} cells: HiGHS finds {loss}, dpscope {here['loss']} on {here['cells']}")
            t = statistics.median(theirs)
            print(f"{cells} cells, loss {loss:.9f}: HiGHS {t * 1e3:.0f} ms", *(
                f"{kind} {statistics.median(s) * 1e3:.2f} ms ({t / statistics.median(s):.0f} times)" for kind, s in ours.items()), sep=", ")


if __name__ == "__main__":
    main()
