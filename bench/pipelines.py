#!/usr/bin/python3
"""Check dpscope with whole pipelines of scikit-learn, and with XGBoost's models.

    bench/pipelines.py [COUNT] [--first SEED] [--folder FOLDER] [--small]

COUNT pipelines (30), one a seed: raw columns of numbers, words and words in an
order, some values missing; scalers, imputers and encoders; then a classifier.
Some are models of XGBoost by themselves, where
XGBoost is present. Each is converted by the script that `dpscope convert`
prints and written to FOLDER (a temporary one) with a CSV file of 2,000 raw rows
and their classes; bench/outside then compares classes, exact values with draws,
and proven boxes with points in them. --small only writes, little models with few
rows: those in bench/outside/testdata/pipelines were made with

    bench/pipelines.py 16 --small --folder bench/outside/testdata/pipelines
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import warnings

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from outside import built, converter  # noqa: E402

import numpy as np  # noqa: E402
from sklearn.calibration import CalibratedClassifierCV  # noqa: E402
from sklearn.compose import ColumnTransformer  # noqa: E402
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis  # noqa: E402
from sklearn.ensemble import ExtraTreesClassifier, GradientBoostingClassifier, HistGradientBoostingClassifier, RandomForestClassifier  # noqa: E402
from sklearn.feature_selection import SelectKBest  # noqa: E402
from sklearn.impute import SimpleImputer  # noqa: E402
from sklearn.linear_model import LogisticRegression, RidgeClassifier  # noqa: E402
from sklearn.naive_bayes import GaussianNB  # noqa: E402
from sklearn.neighbors import NearestCentroid  # noqa: E402
from sklearn.neural_network import MLPClassifier  # noqa: E402
from sklearn.pipeline import Pipeline  # noqa: E402
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, OneHotEncoder, OrdinalEncoder, RobustScaler, StandardScaler  # noqa: E402
from sklearn.svm import LinearSVC  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402

try:
    from xgboost import XGBClassifier
except ImportError:
    XGBClassifier = None

warnings.filterwarnings("ignore")
WORDS = ["never", "formerly", "smokes", "a b", "x/y", "2"]
LEVELS = ["low", "middle", "high", "very high"]

# Each makes a classifier; some = how large it may be.
CLASSIFIERS = {
    "gradient boosting": lambda r, some: GradientBoostingClassifier(n_estimators=r.randint(2, 2 + 5 * some), max_depth=r.randint(1, 4), init=r.choice([None, "zero"])),
    "histogram boosting": lambda r, some: HistGradientBoostingClassifier(max_iter=r.randint(2, 2 + 4 * some), max_leaf_nodes=r.randint(2, 3 + 2 * some), min_samples_leaf=5),
    "XGBoost": lambda r, some: XGBClassifier(n_estimators=int(r.randint(1, 2 + 5 * some)), max_depth=int(r.randint(1, 4)), learning_rate=0.5),
    "forest": lambda r, some: RandomForestClassifier(r.randint(2, 2 + 4 * some), max_depth=r.randint(2, 2 + some), random_state=0),
    "extra trees": lambda r, some: ExtraTreesClassifier(r.randint(2, 2 + 4 * some), max_depth=r.randint(2, 2 + some), random_state=0),
    "tree": lambda r, some: DecisionTreeClassifier(max_depth=r.randint(2, 3 + some), random_state=0),
    "logistic": lambda r, some: LogisticRegression(C=10 ** r.uniform(-1, 2), max_iter=500),
    "linear SVC": lambda r, some: LinearSVC(C=10 ** r.uniform(-2, 1), max_iter=300),
    "ridge": lambda r, some: RidgeClassifier(),
    "network": lambda r, some: MLPClassifier(r.randint(3, 3 + 3 * some), max_iter=60, random_state=0),
    "naive Bayes": lambda r, some: GaussianNB(var_smoothing=1e-3),
    "quadratic discriminant": lambda r, some: QuadraticDiscriminantAnalysis(reg_param=0.1),
    "nearest centroid": lambda r, some: NearestCentroid(),
    "calibrated forest": lambda r, some: CalibratedClassifierCV(RandomForestClassifier(r.randint(2, 2 + 3 * some), max_depth=3, random_state=0), method=r.choice(["sigmoid", "isotonic"]), cv=3, ensemble=False),
    "calibrated SVC": lambda r, some: CalibratedClassifierCV(LinearSVC(max_iter=300), method="sigmoid", cv=3, ensemble=False),
    "calibrated boosting": lambda r, some: CalibratedClassifierCV(GradientBoostingClassifier(n_estimators=r.randint(2, 2 + 3 * some), max_depth=2), cv=3, ensemble=False),
}
GAPS = ("histogram boosting", "XGBoost")  # which take missing values


def main():
    arguments = argparse.ArgumentParser(description="Check dpscope with whole pipelines of scikit-learn.")
    arguments.add_argument("count", nargs="?", type=int, default=30, help="pipelines to make (30)")
    arguments.add_argument("--first", type=int, default=0, help="seed of the first (0)")
    arguments.add_argument("--folder", help="where to write them; a temporary folder without it")
    arguments.add_argument("--small", action="store_true", help="write small ones, and check nothing")
    a = arguments.parse_args()
    folder = a.folder or tempfile.mkdtemp(prefix="pipelines")
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as programs:
        save_model = converter(programs)
        for seed in range(a.first, a.first + a.count):
            make(seed, folder, save_model, a.small)
        print(f"{a.count} pipelines in {folder}", flush=True)
        if not a.small:
            sys.exit(subprocess.run([built("./bench/outside", programs), folder]).returncode)


def make(seed, folder, save_model, small):
    """Write the model of a seed, and raw rows with its classes."""
    r = np.random.RandomState(seed)
    names = [n for n in CLASSIFIERS if n != "XGBoost" or XGBClassifier]
    name = names[seed % len(names)]
    classes = 2 if name.startswith("calibrated") else r.choice([2, 2, 3, 4])
    lone = name == "XGBoost" and seed % 2 == 0
    numbers, wordy, ordered = r.randint(2, 3 if small else 6), 0 if lone else r.randint(0, 2 if small else 3), 0 if lone else r.randint(0, 2)
    gaps = name in GAPS and (lone or r.rand() < 0.6)
    rows, used = 40 if small else 2000, 120 if small else r.choice([200, 500])
    kinds = [r.choice(["years", "decimal", "money", "standard"]) for _ in range(numbers)]
    X = table(r, used, kinds, wordy, ordered)
    y = labels(r, X, numbers, classes)
    if name == "XGBoost":
        y = np.unique(y, return_inverse=True)[1]

    before = None if lone else columns(r, name, numbers, wordy, ordered, gaps)
    classifier = CLASSIFIERS[name](r, 1 if small else 6)
    steps = [("columns", before)] if before is not None else []
    if steps and r.rand() < 0.3:
        steps.append(("scale", r.choice([StandardScaler(), MinMaxScaler(), RobustScaler(quantile_range=(5.0, 95.0))])))
    if steps and r.rand() < 0.2:
        steps.append(("select", SelectKBest(k=2)))
    if gaps:
        steps = [s for s in steps if s[0] != "select"]
    if name in ("naive Bayes", "quadratic discriminant"):
        steps = [s for s in steps if s[0] != "select"]  # a normal law takes each column
    X = lacking(r, X, 0.07, numbers, lone or gaps or before is not None)
    model = Pipeline(steps + [("classifier", classifier)])
    if lone:
        model, X = classifier, X.astype(float)
    model.fit(X, y)

    points = table(r, rows, kinds, wordy, ordered, strange=True)
    points[: rows // 2] = X[r.randint(0, used, rows // 2)]
    points = lacking(r, points, 0.1, numbers, True)
    titles = [f"number {i}" for i in range(numbers)] + [f"word {i}" for i in range(wordy)] + [f"level {i}" for i in range(ordered)]
    path = os.path.join(folder, f"{seed:04d}")
    private = sorted(r.choice(numbers, min(numbers, r.choice([1, 2])), replace=False))
    bounds = {titles[i]: ends(points[:, i]) for i in range(numbers) if i in private or r.rand() < 0.5}
    chosen = [titles[i] for i in private]
    whole = [row for row in points if all(not missing(v) and not strange(v) for v in row)][:2]
    describe(model, save_model, path, titles, chosen, bounds, {f"row {i}": row for i, row in enumerate(whole)}, f"{name}, seed {seed}")

    with open(path + ".csv", "w", encoding="utf-8") as file:
        file.write(",".join(["id"] + titles) + "\n")
        for i, row in enumerate(points):
            file.write(",".join([str(i)] + ["" if missing(v) else repr(float(v)) if isinstance(v, (float, np.floating)) else str(v) for v in row]) + "\n")
    known = list(model.classes_)
    with open(path + ".classes", "w", encoding="utf-8") as file:
        json.dump([known.index(k) for k in model.predict(points.astype(float) if lone else points)], file, separators=(",", ":"))


def describe(model, save_model, path, titles, private, bounds, records, title):
    """Write the model; where the pipeline drops a private column, others are private."""
    while True:
        try:
            return save_model(model, path + ".json", features=titles, private=private, bounds=bounds, records=records if private else {}, title=title)
        except ValueError as refused:
            if "drops it" not in str(refused):
                raise
            private = [p for p in private if not str(refused).startswith(p + " ")]


def table(r, n, kinds, wordy, ordered, strange=False):
    """Return n raw rows; strange ones have words that nobody has seen."""
    columns = []
    for kind in kinds:
        columns.append({"years": lambda: r.randint(0, 100, n).astype(float), "decimal": lambda: (r.randn(n) * 6 + 28).round(1),
                        "money": lambda: np.exp(r.randn(n) + 9), "standard": lambda: r.randn(n)}[kind]())
    made = np.empty((n, len(kinds) + wordy + ordered), dtype=object)
    for i, c in enumerate(columns):
        made[:, i] = c
    for i in range(wordy):
        made[:, len(kinds) + i] = r.choice(WORDS[: 2 + (i + len(kinds)) % 5] + (["unheard of"] if strange else []), n)
    for i in range(ordered):
        made[:, len(kinds) + wordy + i] = r.choice(LEVELS, n)
    return made


def labels(r, X, numbers, classes):
    """Return classes that depend on numbers and words."""
    score = 0.3 * r.randn(len(X))
    for i in range(X.shape[1]):
        v = X[:, i].astype(float) if i < numbers else np.array([len(w) % 5 for w in X[:, i]], dtype=float)
        score += r.randn() * (v - v.mean()) / (v.std() + 1e-9)
    return np.array(["no", "yes", "maybe", "other"])[np.argsort(np.argsort(score)) * classes // len(X)]


def lacking(r, X, share, numbers, may):
    if may:
        X = X.copy()
        X[r.rand(*X.shape) < share] = np.nan
    return X


def missing(v):
    return isinstance(v, (float, np.floating)) and np.isnan(v)


def strange(v):
    return v == "unheard of"


def ends(values):
    """Return bounds that hold all values, round ones."""
    known = [float(v) for v in values if not missing(v)]
    return float(np.floor(min(known)) - 1), float(np.ceil(max(known)) + 1)


def columns(r, name, numbers, wordy, ordered, gaps):
    """Return a ColumnTransformer with steps for each sort of column."""
    normal = name in ("naive Bayes", "quadratic discriminant")
    parts = []
    groups = [list(range(numbers))] if r.rand() < 0.5 else [[i] for i in range(numbers)]
    for group in groups:
        steps = [] if gaps else [("fill", SimpleImputer(strategy=r.choice(["mean", "median", "most_frequent"])))]
        scaler = r.choice([None, StandardScaler(), MinMaxScaler(), MinMaxScaler(feature_range=(-1, 2)), RobustScaler(), MaxAbsScaler()])
        if scaler is not None:
            steps.insert(r.randint(0, len(steps) + 1), ("scale", scaler))
        parts.append((f"numbers {group[0]}", Pipeline(steps) if steps else "passthrough", group))
    words = list(range(numbers, numbers + wordy))
    if words:
        fill = r.choice([SimpleImputer(strategy="most_frequent"), SimpleImputer(strategy="constant", fill_value="nothing"), "passthrough"])
        encoder = OneHotEncoder(handle_unknown="ignore", sparse_output=False, drop=None if normal else r.choice([None, "first", "if_binary"]))
        parts.append(("words", Pipeline([("fill", fill), ("encode", encoder)]), words))
    levels = list(range(numbers + wordy, numbers + wordy + ordered))
    if levels:
        encoder = OrdinalEncoder(categories="auto" if r.rand() < 0.5 else [LEVELS] * ordered, handle_unknown="use_encoded_value", unknown_value=-1, encoded_missing_value=-2)
        parts.append(("levels", encoder, levels))
    order = r.permutation(len(parts))
    return ColumnTransformer([parts[i] for i in order], remainder="drop")


if __name__ == "__main__":
    main()
