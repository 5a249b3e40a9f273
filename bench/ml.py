#!/usr/bin/python3
"""Time the learners beside scikit-learn, on the same forest, rows and splits.

    bench/ml.py [STROKE.csv]      (default: ../shared/data/stroke/processed_stroke_data_normalized.csv)

Three rounds, each scikit-learn first and dpscope next, on this machine; the
figures are the medians of the rounds. It stops with an error when the two give
different classes for any row.
"""

import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier

warnings.filterwarnings("ignore")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "learners", "model"))
sys.dont_write_bytecode = True
from convert import save_model  # noqa: E402

JOBS, ROUNDS, SPLITS = 2, 3, 40


def median(repetitions, work):
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "../shared/data/stroke/processed_stroke_data_normalized.csv")
    if not os.path.exists(path):
        sys.exit(f"{path} is not here; name the stroke table as the first argument: bench/ml.py TABLE.csv")
    rows = list(csv.reader(open(path)))[1:]
    X = np.array([[float(v) for v in row[:-1]] for row in rows])
    y = np.array([int(row[-1]) for row in rows])
    splits = [train_test_split(np.arange(len(y)), test_size=0.2, random_state=42 + i, stratify=y) for i in range(SPLITS)]
    train = splits[0][0]

    # The classifier of the paper: the same split, seed and settings.
    forest = RandomForestClassifier(n_estimators=100, random_state=42).fit(X[train], y[train])
    rng = np.random.RandomState(0)
    points = X[rng.randint(0, len(X), 2000)]
    points[:, 0], points[:, 5] = rng.rand(2000), rng.rand(2000)  # the private features, perturbed

    folder = tempfile.mkdtemp()
    model = os.path.join(folder, "forest.json")
    save_model(forest, model)
    program = os.path.join(folder, "ml")
    subprocess.run(["go", "build", "-o", program, "./bench/ml"], cwd=ROOT, check=True)
    task = json.dumps({"Forest": model, "Points": points.tolist(), "X": X.tolist(), "Y": y.tolist(),
                       "Splits": [{"Train": a.tolist(), "Test": b.tolist()} for a, b in splits]})

    makers = {"logistic": lambda i: LogisticRegression(C=1.0), "tree": lambda i: DecisionTreeClassifier(random_state=i), "forest": lambda i: RandomForestClassifier(n_estimators=100, random_state=i, n_jobs=JOBS)}
    theirs, ours = {}, {}
    for _ in range(ROUNDS):
        figures = {}
        for jobs in (1, JOBS):
            forest.n_jobs = jobs
            for name, some, n in (("predict 2000 rows", points, 11), ("predict 1 row", points[:1], 31)):
                figures[name] = min(figures.get(name, 1e9), median(n, lambda: forest.predict(some)))
        for name, make in makers.items():
            figures["fit " + name] = median(5, lambda: make(1).fit(X[train], y[train]))
        go = json.loads(subprocess.run([program], input=task, capture_output=True, text=True, check=True).stdout)
        if go["Classes"] != forest.predict(points).tolist():
            sys.exit("the classes differ")
        for name in figures:
            theirs.setdefault(name, []).append(figures[name])
            ours.setdefault(name, []).append(go["Millis"][name])

    print("%-20s %14s %14s %8s" % ("milliseconds", "scikit-learn", "dpscope", "ratio"))
    for name in theirs:
        a, b = statistics.median(theirs[name]), statistics.median(ours[name])
        print("%-20s %14.3f %14.4f %7.1fx" % (name, a, b, a / b))
    print("\nall 2000 classes are equal\n\n%-20s %14s %14s   difference over %d equal splits" % ("held-out accuracy", "scikit-learn", "dpscope", SPLITS))
    for name, make in makers.items():
        scores = [make(i).fit(X[a], y[a]).score(X[b], y[b]) for i, (a, b) in enumerate(splits)]
        differences = np.array(go["Accuracy"][name]) - scores
        print("%-20s %14.4f %14.4f   %+.4f (standard error %.4f)" % (name, np.mean(scores), np.mean(go["Accuracy"][name]), differences.mean(), differences.std(ddof=1) / SPLITS ** 0.5))


if __name__ == "__main__":
    main()
