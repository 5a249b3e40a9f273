#!/usr/bin/python3
"""Check dpscope with classifiers that scikit-learn has made.

    bench/outside.py [COUNT] [--first SEED] [--folder FOLDER] [--small]

COUNT classifiers (30), one a seed: ten kinds, 2 to 8 features of [0, 1], 2 to 5
classes. Each is converted by the script that `dpscope convert` prints and
written to FOLDER (a temporary one) with rows and scikit-learn's classes for
them; bench/outside then compares classes, exact values with draws, and proven
boxes with points in them, and times the questions. --small only writes, little
models with few rows: those in bench/outside/testdata were made with

    bench/outside.py 12 --small --folder bench/outside/testdata
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    from sklearn.datasets import make_blobs, make_classification, make_gaussian_quantiles, make_moons
    from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
    from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import NearestCentroid
    from sklearn.neural_network import MLPClassifier
    from sklearn.preprocessing import MinMaxScaler
    from sklearn.tree import DecisionTreeClassifier
except ImportError as missing:
    sys.exit(f"bench/outside.py: {missing}; scikit-learn and numpy would work (Debian: apt-get install python3-sklearn, and run it with /usr/bin/python3)")

warnings.filterwarnings("ignore")
sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Each makes a classifier by a generator of numbers; some = how large it may be.
KINDS = {
    "logistic": lambda r, some: LogisticRegression(C=10 ** r.uniform(-2, 3), max_iter=2000),
    "logistic, one against the rest": lambda r, some: LogisticRegression(C=10 ** r.uniform(-2, 3), multi_class="ovr", max_iter=2000),
    "tree": lambda r, some: DecisionTreeClassifier(max_depth=r.randint(2, 3 + some), random_state=0),
    "forest": lambda r, some: RandomForestClassifier(r.randint(2, 1 + 6 * some), max_depth=r.randint(2, 2 + some), random_state=0),
    "extra trees": lambda r, some: ExtraTreesClassifier(r.randint(2, 1 + 6 * some), max_depth=r.randint(2, 2 + some), random_state=0),
    "network": lambda r, some: MLPClassifier(r.randint(3, 3 + 4 * some), max_iter=300, random_state=0),
    "deep network": lambda r, some: MLPClassifier(tuple(r.randint(3, 3 + 2 * some, 2 + some // 8)), max_iter=300, random_state=0),
    "naive Bayes": lambda r, some: GaussianNB(),
    "quadratic discriminant": lambda r, some: QuadraticDiscriminantAnalysis(reg_param=10 ** r.uniform(-4, -1)),
    "nearest centroid": lambda r, some: NearestCentroid(shrink_threshold=r.choice([None, 0.5])),
}


def main():
    arguments = argparse.ArgumentParser(description="Check dpscope with classifiers that scikit-learn has made.")
    arguments.add_argument("count", nargs="?", type=int, default=30, help="classifiers to make (30)")
    arguments.add_argument("--first", type=int, default=0, help="seed of the first (0)")
    arguments.add_argument("--folder", help="where to write them; a temporary folder without it")
    arguments.add_argument("--small", action="store_true", help="write small ones, and check nothing")
    a = arguments.parse_args()
    folder = a.folder or tempfile.mkdtemp(prefix="outside")
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as programs:
        save_model = converter(programs)
        for seed in range(a.first, a.first + a.count):
            make(seed, folder, save_model, a.small)
        print(f"{a.count} classifiers in {folder}", flush=True)
        if not a.small:
            sys.exit(subprocess.run([built("./bench/outside", programs), folder]).returncode)


def converter(programs):
    """Return save_model of the script that the program prints."""
    script = os.path.join(programs, "dpscope_convert.py")
    with open(script, "w", encoding="utf-8") as file:
        subprocess.run([built(".", programs), "convert"], stdout=file, check=True)
    spec = importlib.util.spec_from_file_location("dpscope_convert", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.save_model


def built(package, programs):
    program = os.path.join(programs, "dpscope" if package == "." else os.path.basename(package))
    subprocess.run(["go", "build", "-o", program, package], cwd=ROOT, check=True)
    return program


def make(seed, folder, save_model, small):
    """Write the classifier of a seed, and rows with its classes."""
    r = np.random.RandomState(seed)
    name = list(KINDS)[seed % len(KINDS)]
    dims, classes = (r.randint(2, 5), r.randint(2, 4)) if small else (r.randint(2, 9), r.randint(2, 6))
    X, y = data(r, dims, classes, 100 if small else r.choice([150, 400, 1000]))
    model = KINDS[name](r, 1 if small else 8).fit(X, y)

    number = min(dims, r.choice([1, 2, 3], p=[0.2, 0.6, 0.2]))
    private = sorted(r.choice(dims, number, replace=False))
    records = {f"row {i}": X[i].round(6) for i in (0, 1)}
    path = os.path.join(folder, f"{seed:04d}.json")
    save_model(model, path, sensitive=[f"x{i}" for i in private], records=records, title=f"{name}, {dims} features, {classes} classes, seed {seed}")

    # Half of the rows near those it was fitted to, half anywhere and outside.
    rows = 40 if small else 2000
    points = np.vstack([X[r.randint(0, len(X), rows // 2)] + 0.05 * r.randn(rows // 2, dims), r.rand(rows // 2, dims) * 1.6 - 0.3])
    points = points.round(3) if small else points
    known = list(model.classes_)
    with open(path[:-len("json")] + "rows", "w", encoding="utf-8") as file:
        json.dump({"Points": points.tolist(), "Classes": [known.index(k) for k in model.predict(points)]}, file, separators=(",", ":"))


def data(r, dims, classes, n):
    """Return n records of [0, 1]^dims with their classes, each class met."""
    seed = r.randint(1 << 30)
    shape = r.choice(["blobs", "classification", "quantiles", "moons"])
    if shape == "moons" and classes == 2:
        X, y = make_moons(n, noise=0.2, random_state=seed)
        X = np.hstack([X, r.randn(n, dims - 2)])
    elif shape == "classification" and 2 ** dims >= classes:
        X, y = make_classification(n, dims, n_informative=dims, n_redundant=0, n_classes=classes, n_clusters_per_class=1, flip_y=0.05, random_state=seed)
    elif shape == "quantiles":
        X, y = make_gaussian_quantiles(n_samples=n, n_features=dims, n_classes=classes, random_state=seed)
    else:
        X, y = make_blobs(n, dims, centers=classes, cluster_std=r.uniform(1, 4), random_state=seed)
    return np.clip(MinMaxScaler().fit_transform(X), 0, 1), y


if __name__ == "__main__":
    main()
