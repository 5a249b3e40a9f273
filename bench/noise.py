#!/usr/bin/python3
"""Time the optimiser of noise beside HiGHS (scipy.optimize.linprog), on the same problems.

    bench/noise.py [--limit SECONDS] [CELLS ...] [FAMILY ...]      (default: 60 seconds, 100 200 and every family)

A family is one of BenchmarkFamily: beta=4, beta=8, beta=16, groups=42, groups=12. HiGHS gets it with mirrored groups folded, as
dpscope does, and no longer than the limit.

HiGHS gets the whole program, with a variable for what every cell adds at every
shift; dpscope has one row for each shift, a sum of positive parts. Three rounds, each HiGHS first and
dpscope next, one where HiGHS takes over ten seconds; the figures are the medians of the processor time of one thread, which a machine
that does other things does not lengthen much. It stops with an error when the two find different losses.
"""

import argparse
import csv
import io
import math
import os
import resource
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
LONG = 10  # seconds, of which one round is enough


def solved(limit, **program):
    """The least cost of a linear program, None where HiGHS comes to the limit, and its processor time."""
    start = time.process_time()
    found = linprog(method="highs", options={"time_limit": limit}, **program)
    took = time.process_time() - start
    if found.status not in (0, 1):  # solved, or the limit
        sys.exit(f"HiGHS: {found.message}")
    return found.fun if found.status == 0 else None, took


def highs(cells, limit):
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
    return solved(limit, c=cost, A_ub=coo_matrix((values, (rows, columns)), (len(most), added)).tocsr(), b_ub=most, A_eq=total, b_eq=[1])


# Families as mechanisms/optimal's benchmark has them: epsilon, delta, cells to a sensitivity, sensitivities of support, groups.
FAMILIES = {
    "beta=4": (1, 0.2, 4, 2, [1] * 8),
    "beta=8": (1, 0.2, 8, 2, [1] * 16),
    "beta=16": (1, 0.2, 16, 2, [1] * 32),
    "groups=42": (1, 0.1, 4, 3, [4] + [1] * 40 + [4]),
    "groups=12": (1, 0.1, 8, 2.5, [2] * 12),
}


def highs_family(name, limit):
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
    return solved(limit, c=cost, A_ub=table, b_ub=most, A_eq=total, b_eq=[1] * laws)


def benchmark(tests, name):
    """Processor time of a solve, on one processor: of so many more of them."""

    def spent(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out = subprocess.run([tests, "-test.run", "^$", "-test.cpu", "1", "-test.benchtime", f"{times}x", "-test.bench", name],
                             cwd=os.path.join(ROOT, "mechanisms/optimal"), capture_output=True, text=True, check=True).stdout
        if "ns/op" not in out:
            sys.exit(f"no benchmark {name}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    once = spent(1)
    more = min(100, int(1 + 1 / once))
    return (spent(1 + more) - once) / more


def read_family(program, name):
    epsilon, delta, steps, support, groups = FAMILIES[name]
    address = (f"ranges?loss=l1&epsilon={epsilon}&delta={delta}&sensitivity=1&beta={1 / steps!r}&support={support}"
               f"&groups={','.join(map(str, groups))}")
    out = subprocess.run([program, "read", address], capture_output=True, text=True, check=True).stdout
    return {row["reading"]: row["value"] for row in csv.DictReader(io.StringIO(out))}


def compared(name, program, key, theirs, ours, limit):
    """One line about a program of both: their loss and time, and our times by kind."""
    found, took, mine = None, [], {kind: [] for kind in ours}
    while len(took) < ROUNDS:
        found, seconds = theirs(limit)
        took.append(seconds)
        for kind, run in ours.items():
            mine[kind].append(run())
        if seconds > LONG:
            break
    here = float(key(program)["loss"])
    if found is not None and abs(here / found - 1) > 1e-6:
        sys.exit(f"{name}: HiGHS finds {found}, dpscope {here}")
    t = statistics.median(took)
    highs = f"HiGHS {t * 1e3:.0f} ms" if found is not None else f"HiGHS nothing in {limit:g} s ({t:.0f} s of processor time)"
    more = "" if found is not None else "more than "
    print(f"{name}, loss {here:.9f}: {highs}", *(
        f"dpscope {kind} {statistics.median(s) * 1e3:.2f} ms ({more}{t / statistics.median(s):.3g} times)" for kind, s in mine.items()),
        sep=", ", flush=True)


def read(program, cells):
    address = f"noise?loss=l1&atom=off&epsilon={EPSILON}&delta={DELTA}&sensitivity=1&beta={2 * SUPPORT / cells!r}&support={SUPPORT}"
    out = subprocess.run([program, "read", address], capture_output=True, text=True, check=True).stdout
    return {row["reading"]: row["value"] for row in csv.DictReader(io.StringIO(out))}


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--limit", type=float, default=60, help="seconds for HiGHS and a program")
    arguments.add_argument("asked", nargs="*", default=["100", "200", *FAMILIES])
    given = arguments.parse_args()
    for name in given.asked:
        if name not in ("100", "200", "500", *FAMILIES):
            sys.exit(f"no program {name}; 100, 200, 500, {', '.join(FAMILIES)} would work")
    with tempfile.TemporaryDirectory() as folder:
        program, tests = os.path.join(folder, "dpscope"), os.path.join(folder, "tests")
        subprocess.run(["go", "build", "-o", program, "."], cwd=ROOT, check=True)
        subprocess.run(["go", "test", "-c", "-o", tests, "./mechanisms/optimal"], cwd=ROOT, check=True)
        for name in given.asked:
            if name in FAMILIES:
                compared(f"family {name}", program, lambda p: read_family(p, name), lambda limit: highs_family(name, limit),
                         {"cold": lambda: benchmark(tests, f"Family/{name}$/family$")}, given.limit)
            else:
                cells = int(name)
                compared(f"{cells} cells", program, lambda p: read(p, cells), lambda limit: highs(cells, limit),
                         {kind: lambda kind=kind: benchmark(tests, f"Solve/symmetric/N={cells}$/{kind}$") for kind in ("cold", "warm")},
                         given.limit)


if __name__ == "__main__":
    main()
