#!/usr/bin/python3
"""Time the optimiser of noise beside HiGHS (scipy.optimize.linprog), on the same problems.

    bench/noise.py [CELLS ...] [FAMILY ...]      (default: 100 200, and families beta=4 beta=8 groups=12)

A family is one of BenchmarkFamily: beta=4, beta=8, beta=16 (which takes HiGHS a minute or more), groups=42, groups=12. HiGHS gets it
with mirrored groups folded, as dpscope does, and one round where it takes over ten seconds.

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


# Families as mechanisms/optimal's benchmark has them: epsilon, delta, cells to a sensitivity, sensitivities of support, groups.
FAMILIES = {
    "beta=4": (1, 0.2, 4, 2, [1] * 8),
    "beta=8": (1, 0.2, 8, 2, [1] * 16),
    "beta=16": (1, 0.2, 16, 2, [1] * 32),
    "groups=42": (1, 0.1, 4, 3, [4] + [1] * 40 + [4]),
    "groups=12": (1, 0.1, 8, 2.5, [2] * 12),
}


def highs_family(name):
    """The least mean of |x| of a family of laws, cells weighing alike, and the seconds it took."""
    epsilon, delta, steps, support, groups = FAMILIES[name]
    cells, count = int(2 * support * steps), len(groups)
    ends = [sum(groups[:g]) for g in range(count + 1)]

    def mass(g, i):  # the law of a mirrored group is mirrored
        if g >= (count + 1) // 2:
            g, i = count - 1 - g, cells - 1 - i
        if 2 * g == count - 1:
            i = min(i, cells - 1 - i)
        return g * cells + i

    rows, columns, values, most = [], [], [], []

    def put(row, column, value):
        rows.append(row), columns.append(column), values.append(value)

    laws = (count + 1) // 2
    added = laws * cells
    for g in range(laws):  # of the other orders each mirrors one of these
        for h in range(count):
            low, high = max(ends[h] - ends[g + 1], -steps), min(ends[h + 1] - ends[g], steps)
            if low > steps or high < -steps:  # groups that a sensitivity parts meet at their ends, as dpscope has them
                continue
            for k in range(low, high + 1):
                if g == h and k == 0:
                    continue
                for i in range(cells):
                    put(len(most), mass(g, i), 1)
                    if 0 <= i - k < cells:
                        put(len(most), mass(h, i - k), -math.exp(epsilon))
                    put(len(most), added + i, -1)
                    most.append(0)
                for i in range(cells):
                    put(len(most), added + i, 1)
                most.append(delta)
                added += cells
    cost = np.zeros(added)
    total = np.zeros((laws, added))
    for g in range(count):
        for i in range(cells):
            cost[mass(g, i)] += groups[g] / ends[-1] * abs((i + 0.5) / steps - support)
    for g in range(laws):
        for i in range(cells):
            total[g, mass(g, i)] += 1
    table = coo_matrix((values, (rows, columns)), (len(most), added)).tocsr()
    start = time.perf_counter()
    found = linprog(cost, A_ub=table, b_ub=most, A_eq=total, b_eq=[1] * laws, method="highs")
    return found.fun, time.perf_counter() - start


def benchmark_family(name):
    """Seconds of a solve from nothing, on one processor."""
    out = subprocess.run(["go", "test", "./mechanisms/optimal", "-run", "^$", "-cpu", "1", "-benchtime", "1x", "-bench", f"Family/{name}$/family"],
                         cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return float(re.search(r"/family\S*\s+\d+\s+(\S+) ns/op", out).group(1)) / 1e9


def read_family(program, name):
    epsilon, delta, steps, support, groups = FAMILIES[name]
    address = (f"ranges?loss=l1&epsilon={epsilon}&delta={delta}&sensitivity=1&beta={1 / steps!r}&support={support}"
               f"&groups={','.join(map(str, groups))}")
    out = subprocess.run([program, "read", address], capture_output=True, text=True, check=True).stdout
    return {row["reading"]: row["value"] for row in csv.DictReader(io.StringIO(out))}


def family(program, name):
    theirs, ours, long = [], [], 10
    while len(theirs) < ROUNDS:
        loss, took = highs_family(name)
        theirs.append(took)
        ours.append(benchmark_family(name))
        if took > long:
            break
    if FAMILIES[name][3] % 1 == 0:  # a support that the page takes
        here = float(read_family(program, name)["loss"])
        if abs(here / loss - 1) > 1e-6:
            sys.exit(f"{name}: HiGHS finds {loss}, dpscope {here}")
    t, o = statistics.median(theirs), statistics.median(ours)
    print(f"family {name}, loss {loss:.9f}: HiGHS {t * 1e3:.0f} ms, dpscope {o * 1e3:.2f} ms ({t / o:.1f} times)", flush=True)


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
        asked = sys.argv[1:] or ["100", "200", "beta=4", "beta=8", "groups=12"]
        for name in asked:
            if not name.isdigit() and name not in FAMILIES:
                sys.exit(f"no family {name}; {', '.join(FAMILIES)} would work")
        for cells in [int(a) for a in asked if a.isdigit()]:
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
        for name in asked:
            if name in FAMILIES:
                family(program, name)


if __name__ == "__main__":
    main()
