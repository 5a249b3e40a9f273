#!/usr/bin/python3
"""Check what dpscope says of people with draws of numpy and classes of scikit-learn.

    bench/people.py [COUNT] [--first SEED] [--folder FOLDER]

COUNT populations (20), one a seed: the five tables of ../shared/data in turn, all
of their rows as they are published, with words and missing values; a pipeline that
is fitted to one, two features private between declared bounds, a mechanism, a
budget, and whom to tell apart. `dpscope read` answers over all rows. Against it
stand draws: every mechanism is written anew here, and the pipeline itself classifies
what it draws. The figures are of everybody and of every group: means have to be
within 4 standard errors of those of the draws, and of the 5th percentile, the worst
and the share at target no more records may be on the wrong side than are there within
4 standard errors. Where draws leave open on which side a record is, it gets more.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
import warnings

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from outside import ROOT, built, converter  # noqa: E402

import numpy as np  # noqa: E402
from sklearn.compose import ColumnTransformer  # noqa: E402
from sklearn.ensemble import ExtraTreesClassifier, GradientBoostingClassifier, HistGradientBoostingClassifier, RandomForestClassifier  # noqa: E402
from sklearn.impute import SimpleImputer  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.naive_bayes import GaussianNB  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import OneHotEncoder, StandardScaler  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402

warnings.filterwarnings("ignore")
DATA = os.path.join(ROOT, "..", "shared", "data")
GAPS = ("", "N/A", "?")  # how these tables say that a value is missing

# Of each table: its true classes, what is learnt from, the private ones with their
# bounds, some of which leave people out, and by what people are told apart.
TABLES = {
    "stroke/healthcare-dataset-stroke-data.csv": dict(
        label="stroke", numbers=["age", "hypertension", "heart_disease", "avg_glucose_level", "bmi"], words=["gender", "smoking_status"],
        bounds={"age": (0, 100), "bmi": (10, 60), "avg_glucose_level": (50, 250)}, by=["gender", "truth", "class", "work_type"]),
    "bank/Bank-Customer-Attrition-Insights-Data.csv": dict(
        label="Exited", numbers=["CreditScore", "Age", "Tenure", "Balance", "NumOfProducts", "IsActiveMember"], words=["Geography", "Gender"],
        bounds={"Age": (18, 80), "CreditScore": (300, 900), "Balance": (0, 250000)}, by=["Geography", "truth", "Card Type", "class"]),
    "uci/breast-cancer-wisconsin.csv": dict(
        label="class", numbers=["clump_thickness", "cell_size_uniformity", "marginal_adhesion", "bare_nuclei", "bland_chromatin"], words=[],
        bounds={"clump_thickness": (1, 10), "bare_nuclei": (1, 10), "bland_chromatin": (1, 10)}, by=["truth", "mitoses", "class"]),
    "uci/ecoli.csv": dict(
        label="class", numbers=["mcg", "gvh", "aac", "alm1", "alm2"], words=[],
        bounds={"mcg": (0, 1), "gvh": (0, 1), "alm1": (0, 1)}, by=["truth", "class"]),
    "imbalanced/abalone.csv": dict(
        label="y", numbers=["f3", "f4", "f5", "f7", "f9"], words=[],
        bounds={"f3": (0, 1), "f5": (0, 1.2), "f9": (0, 1.1)}, by=["truth", "f0", "class"]),
}

CLASSIFIERS = [
    lambda: RandomForestClassifier(15, max_depth=6, class_weight="balanced", random_state=0),
    lambda: LogisticRegression(C=10, class_weight="balanced", max_iter=2000),
    lambda: GradientBoostingClassifier(n_estimators=20, max_depth=2, random_state=0),
    lambda: DecisionTreeClassifier(max_depth=5, class_weight="balanced", random_state=0),
    lambda: HistGradientBoostingClassifier(max_iter=10, max_leaf_nodes=6, random_state=0),
    lambda: GaussianNB(var_smoothing=1e-3),
    lambda: ExtraTreesClassifier(10, max_depth=6, random_state=0),
]


def plateau(r, x, half, share):
    """Draw on the stretch of so half a width around x, moved into [0, 1], with a share; else beside it."""
    low = np.clip(x - half, 0, 1 - 2 * half)
    aside = r.random(x.shape) * (1 - 2 * half)
    return np.where(r.random(x.shape) < share, low + r.random(x.shape) * 2 * half, np.where(aside < low, aside, aside + 2 * half))


def piecewise(r, x, e):
    return plateau(r, x, 1 / (2 * (1 + np.exp(e / 2))), np.exp(e / 2) / (1 + np.exp(e / 2)))


def square_wave(r, x, e):
    half = (np.exp(e) * (e - 1) + 1) / (2 * (np.exp(e) - 1) ** 2)
    return plateau(r, x, half, 2 * half * (np.exp(e) - 1) / e)


def truncated(r, x, e):
    y = x + r.laplace(scale=1 / e, size=x.shape)
    while (out := (y < 0) | (y > 1)).any():
        y[out] = x[out] + r.laplace(scale=1 / e, size=out.sum())
    return y


def response(r, x, e, bins=101):
    at = np.round(x * (bins - 1))
    other = (at + r.integers(1, bins, x.shape)) % bins
    return np.where(r.random(x.shape) < np.exp(e) / (bins - 1 + np.exp(e)), at, other) / (bins - 1)


MECHANISMS = {
    "pm": piecewise,
    "sw": square_wave,
    "laplace": lambda r, x, e: x + r.laplace(scale=1 / e, size=x.shape),
    "laplace-clamped": lambda r, x, e: np.clip(x + r.laplace(scale=1 / e, size=x.shape), 0, 1),
    "laplace-truncated": truncated,
    "krr": response,
}
ERRORS = 4  # standard errors that are allowed
FIRST, MORE, MOST = 100, 40_000, 1_500_000  # draws for each record, for an open one at most, and for all that are open


def main():
    arguments = argparse.ArgumentParser(description="Check what dpscope says of people with draws of numpy.")
    arguments.add_argument("count", nargs="?", type=int, default=20, help="populations to ask about (20)")
    arguments.add_argument("--first", type=int, default=0, help="seed of the first (0)")
    arguments.add_argument("--folder", help="where to write the classifiers; a temporary folder without it")
    a = arguments.parse_args()
    if not os.path.isdir(DATA):
        sys.exit(f"bench/people.py: {os.path.normpath(DATA)} is not there; the tables that this is about are in it")
    folder = a.folder or tempfile.mkdtemp(prefix="people")
    os.makedirs(folder, exist_ok=True)
    wrong = figures = 0
    with tempfile.TemporaryDirectory() as programs:
        save_model, program = converter(programs), os.path.join(programs, "dpscope")
        for seed in range(a.first, a.first + a.count):
            checked, faults = check(seed, program, save_model, folder)
            figures, wrong = figures + checked, wrong + len(faults)
            for fault in faults:
                print("    WRONG:", fault, flush=True)
    print(f"{figures} figures of {a.count} populations, {wrong} of them wrong")
    sys.exit(1 if wrong else 0)


def check(seed, program, save_model, folder):
    """Compare the population of a seed; how many figures were, and what is wrong with them."""
    r = np.random.default_rng(seed)
    name = list(TABLES)[seed % len(TABLES)]
    t = TABLES[name]
    path = os.path.join(DATA, name)
    rows = table(path)
    features = t["numbers"] + t["words"]
    X = np.array([[cell(row[f], f in t["numbers"]) for f in features] for row in rows], dtype=object)
    truth = np.array([row[t["label"]] for row in rows])
    classifier = CLASSIFIERS[seed // len(TABLES) % len(CLASSIFIERS)]()
    model = make_pipeline(columns(len(t["numbers"]), len(features)), classifier).fit(X, truth)

    private = sorted(r.choice(list(t["bounds"]), 2, replace=False), key=features.index)
    mechanism = list(MECHANISMS)[seed % len(MECHANISMS)]
    epsilon, target = round(float(np.exp(r.uniform(np.log(0.3), np.log(8)))), 3), 0.9
    by = [None, *t["by"]][(seed // len(TABLES)) % (len(t["by"]) + 1)]
    file = os.path.join(folder, f"{seed:04d}.json")
    save_model(model, file, features=features, private=private, bounds=t["bounds"], title=f"{type(classifier).__name__}, seed {seed}")

    draws = Draws(r, model, X, [features.index(p) for p in private], [t["bounds"][p] for p in private], MECHANISMS[mechanism], epsilon)
    address = f"population?classifier={file}&data={path}&values=raw&sure=on&records=1000000&mechanism={mechanism}&epsilon={epsilon}&target={target}&truth={t['label']}"
    address += f"&by={by}" if by else ""
    started = time.time()
    answers = read(program, address)
    took = time.time() - started
    faults = []
    used = draws.used
    for what, want in (("records-used", used.sum()), ("records-total", len(rows)), ("records-left-out", (~used).sum())):
        if answers[what] != str(want):
            faults.append(f"{what} = {answers[what]}, and there are {want}")

    draws.draw(np.flatnonzero(used), FIRST)
    groups = told_apart(by, rows, truth, draws.classes)
    checked = 3 + compare(draws, np.flatnonzero(used), answers, {w: w for w in ("mean", "fifth", "worst")} | {"reach": "reach-target"}, target, faults)
    checked += worst_record(draws, answers, rows, faults)
    for g in sorted(set(groups[used])) if by else ():
        names = {"mean": f"mean-{g}", "fifth": f"p5-{g}", "worst": f"worst-{g}", "reach": f"reach-{g}"}
        checked += compare(draws, np.flatnonzero(used & (groups == g)), answers, names, target, faults)
    if by:
        checked += gap(draws, groups, used, answers, faults)
    print(f"{seed:4d} {os.path.basename(name)}, {type(classifier).__name__}, {mechanism} at {epsilon}, by {by}: {used.sum()} of {len(rows)}, mean {float(answers['mean']):.4f}, {checked} figures, {took:.1f} s", flush=True)
    return checked, [f"{f}\n           {address}" for f in faults]


class Draws:
    """How often each record kept its class, of so many draws."""

    def __init__(self, r, model, X, private, bounds, mechanism, epsilon):
        self.r, self.model, self.X, self.private, self.mechanism, self.epsilon = r, model, X, private, mechanism, epsilon
        self.low = np.array([b[0] for b in bounds], dtype=float)
        self.width = np.array([b[1] - b[0] for b in bounds], dtype=float)
        stands = model[0].named_transformers_["numbers"][0].statistics_[private]  # for a missing value
        told = X[:, private].astype(float)
        self.scaled = (np.where(np.isnan(told), stands, told) - self.low) / self.width
        self.used = ((self.scaled >= 0) & (self.scaled <= 1)).all(axis=1)
        self.classes = model.predict(X)
        self.kept, self.count = np.zeros(len(X)), np.zeros(len(X))

    def draw(self, records, times):
        """Draw for each of some records."""
        for some in np.array_split(np.repeat(records, times), max(len(records) * times // 200_000, 1)):
            rows = self.X[some].copy()
            rows[:, self.private] = self.low + self.width * self.mechanism(self.r, self.scaled[some], self.epsilon)
            np.add.at(self.kept, some, self.model.predict(rows) == self.classes[some])
            np.add.at(self.count, some, 1)

    def share(self, records):
        return self.kept[records] / self.count[records]

    def beside(self, records, value):
        """Which records keep their class less, and which more, than a value, of them those about which draws leave no doubt."""
        def sides(errors):
            margin = errors * np.sqrt(value * (1 - value) / self.count[records]) + 1 / self.count[records]
            return self.share(records) < value - margin, self.share(records) > value + margin
        less, more = sides(2 * ERRORS)  # of few draws for many records some are far off
        near = records[~less & ~more & (self.count[records] == FIRST)]
        if len(near):
            self.draw(near, max(min(MORE, MOST // len(near)), 1))
        return sides(ERRORS)


def compare(draws, records, answers, names, target, faults):
    """Compare the figures of some records, under their names; return how many."""
    def value(what):
        return float(answers[names[what]])
    p, n = draws.share(records), draws.count[records]
    mean, error = p.mean(), mean_error(p, n)
    if abs(value("mean") - mean) > ERRORS * error:
        faults.append(f"{names['mean']} = {value('mean'):.6f}, draws give {mean:.6f} ± {error:.6f}")
    for what, rank in (("fifth", max(int(np.ceil(0.05 * len(records) - 1e-9)), 1)), ("worst", 1)):
        less, more = draws.beside(records, value(what))
        if less.sum() >= rank or (~more).sum() < rank:
            faults.append(f"{names[what]} = {value(what):.6g} is that of rank {rank}, draws put {less.sum()} records below it and {more.sum()} of {len(records)} above")
    less, more = draws.beside(records, target)
    reached = value("reach") * len(records)
    if not more.sum() - 1e-6 <= reached <= (~less).sum() + 1e-6:
        faults.append(f"{names['reach']} = {value('reach'):.6f} of {len(records)}, draws give {more.sum()} to {(~less).sum()} records")
    return 4


def mean_error(p, n):
    """The standard error of the mean of shares of draws; none seen is not none there."""
    at = (p * n + 1) / (n + 2)
    return np.sqrt(np.sum(at * (1 - at) / n)) / len(p)


def worst_record(draws, answers, rows, faults):
    """Draw for the record that is named as the worst."""
    line = int(answers["worst-record"].split("line ")[1].split()[0].rstrip(",()"))
    at = np.array([line - 2])
    value, times = float(answers["worst"]), 200_000
    before = draws.kept[at], draws.count[at]
    draws.draw(at, times)
    share = (draws.kept[at] - before[0])[0] / times
    if abs(share - value) > ERRORS * np.sqrt(value * (1 - value) / times) + 1 / times:
        faults.append(f"worst = {value:.6g} of line {line}, draws for it give {share:.6g}")
    return 1


def gap(draws, groups, used, answers, faults):
    """Compare the gap between the groups, and who is served least."""
    means, errors = {}, {}
    for g in set(groups[used]):
        at = np.flatnonzero(used & (groups == g))
        means[g], errors[g] = draws.share(at).mean(), mean_error(draws.share(at), draws.count[at])
    least, most = min(means, key=means.get), max(means, key=means.get)
    error = np.hypot(errors[least], errors[most])
    if abs(float(answers["gap"]) - (means[most] - means[least])) > ERRORS * error:
        faults.append(f"gap = {answers['gap']}, draws give {means[most] - means[least]:.6f} ± {error:.6f}")
    named = answers["least-served"]
    if means[named] - means[least] > ERRORS * np.hypot(errors[named], errors[least]):
        faults.append(f"least-served = {named} with {means[named]:.6f}, and {least} has {means[least]:.6f}")
    return 2


def told_apart(by, rows, truth, classes):
    if by is None or by == "class":
        return classes
    return truth if by == "truth" else np.array([row[by] for row in rows])


def table(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def cell(text, number):
    if text in GAPS:
        return np.nan
    return float(text) if number else text


def columns(numbers, features):
    """Fill and scale numbers, and make words groups of zeros and a one."""
    parts = [("numbers", make_pipeline(SimpleImputer(strategy="median"), StandardScaler()), list(range(numbers)))]
    if features > numbers:
        parts.append(("words", OneHotEncoder(handle_unknown="ignore", sparse_output=False), list(range(numbers, features))))
    return ColumnTransformer(parts)


def read(program, address):
    """Return the values that the program reads, by name."""
    done = subprocess.run([program, "read", address], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"bench/people.py: {address}: {done.stderr}")
    return {row["reading"]: row["value"] for row in csv.DictReader(done.stdout.splitlines())}


if __name__ == "__main__":
    main()
