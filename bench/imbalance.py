#!/usr/bin/python3
"""Time what learns from a rare class beside XGBoost, imbalanced-learn and PyTorch, on the same sizes.

    bench/imbalance.py [--least 5] [--threads 1,2]      (Debian: python3-xgboost, python3-imblearn, python3-torch)

Boosted trees and SMOTE on four fifths of mammography, which lies in ../shared; a step of a network 20-64-64-1 at 256
records, plain and with each record's gradient clipped; an epoch of the FT-Transformer on as many records as mammography
has; fits of GEM and PrivBayes to each of the eight sets. One process after another, the least of so many runs; a peer
that is not installed is said to be missing. Ours are the benchmarks of the packages, by go test -bench.

    bench/imbalance.py --moves [SET,...]

How far XGBoost's own means over the ten splits move when its columns stand in another order, exact or by histograms, beside
our recorded ones: G-mean and AUC, weighted and not.
"""
import argparse
import csv
import gzip
import os
import re
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OURS = {  # what a benchmark of a package times
    "engine/rareclass": "^Benchmark(Boosted|Smote)$",
    "learners/private": "^BenchmarkNetworkStep$",
    "learners/train": "^BenchmarkTransformer$",
    "learners/synth": "^BenchmarkFit$",
}


def least(n, work):
    """The least time of some calls, in milliseconds, after one that does not count."""
    work()
    times = []
    for _ in range(n):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    return min(times)


def shared(name):
    """The rows of a file of the eight sets."""
    for folder in os.path.join(ROOT, "../shared"), os.environ.get("DPSCOPE_SHARED", ""):
        path = os.path.join(folder, "data/imbalanced", name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                return list(csv.reader(f))[1:]
    raise SystemExit(f"{name} is not in ../shared/data/imbalanced; DPSCOPE_SHARED=FOLDER would work")


def parted(rows):
    import numpy as np
    return np.array([r[:-1] for r in rows], dtype=np.float32), np.array([float(r[-1]) for r in rows])


def mammography():
    return parted([r for i, r in enumerate(shared("mammography.csv")) if i % 5])


def xgboost(threads, n):
    import xgboost as xgb
    x, y = mammography()
    for method in "hist", "exact":
        def fit():
            xgb.XGBClassifier(n_estimators=100, max_depth=6, learning_rate=0.3, tree_method=method, n_jobs=threads).fit(x, y)
        yield f"XGBoost {xgb.__version__} {method}", least(n, fit)


def smote(_, n):
    import imblearn
    x, y = mammography()
    sampler = imblearn.over_sampling.SMOTE(random_state=1)
    yield f"imbalanced-learn {imblearn.__version__} SMOTE", least(4 * n, lambda: sampler.fit_resample(x, y))


def steps(threads, n):
    import torch
    from torch import nn
    try:
        from torch.func import functional_call, grad, vmap
    except ImportError:
        from functorch import grad, make_functional, vmap
        functional_call = None
    torch.set_num_threads(threads)
    score = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))
    x, y = torch.randn(256, 20), (torch.rand(256) < 0.5).float()
    optimiser = torch.optim.Adam(score.parameters(), lr=1e-3)

    def plain():
        optimiser.zero_grad()
        nn.functional.binary_cross_entropy_with_logits(score(x)[:, 0], y).backward()
        optimiser.step()

    yield f"PyTorch {torch.__version__} plain step", least(40 * n, plain)
    if functional_call:
        weights = dict(score.named_parameters())
        call = functional_call
    else:
        of, weights = make_functional(score)
        call = lambda _, w, one: of(w, one)

    def loss(w, one, label):
        return nn.functional.binary_cross_entropy_with_logits(call(score, w, one[None])[0, 0], label)

    each = vmap(grad(loss), in_dims=(None, 0, 0))

    def private():
        gradients = each(weights, x, y)
        gradients = list(gradients.values()) if isinstance(gradients, dict) else gradients
        with torch.no_grad():
            norms = sum((g.flatten(1) ** 2).sum(1) for g in gradients).sqrt()
            share = (1 / norms).clamp(max=1)
            for w, g in zip(score.parameters(), gradients):
                w -= 0.1 * (torch.einsum("i,i...->...", share, g) + torch.randn_like(w)) / 256

    yield "PyTorch step with vmap, clipped", least(20 * n, private)


def transformer(threads, n):
    import torch
    from torch import nn
    torch.set_num_threads(threads)
    width, heads = 32, 8

    class Block(nn.Module):
        def __init__(self, first):
            super().__init__()
            self.before = nn.Identity() if first else nn.LayerNorm(width)
            self.attention = nn.MultiheadAttention(width, heads, dropout=0.1, batch_first=True)
            self.between, self.up, self.down = nn.LayerNorm(width), nn.Linear(width, 8 * width), nn.Linear(4 * width, width)
            self.drop = nn.Dropout(0.1)

        def forward(self, x):
            z = self.before(x)
            x = x + self.attention(z, z, z, need_weights=False)[0]
            values, gates = self.up(self.between(x)).chunk(2, dim=-1)
            return x + self.down(self.drop(values * nn.functional.gelu(gates)))

    class Former(nn.Module):
        def __init__(self, dims):
            super().__init__()
            self.token, self.start = nn.Parameter(torch.randn(dims, width)), nn.Parameter(torch.randn(dims, width))
            self.last = nn.Parameter(torch.randn(width))
            self.blocks = nn.Sequential(*(Block(i == 0) for i in range(6)))
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, 1)

        def forward(self, x):
            tokens = torch.cat([x[:, :, None] * self.token + self.start, self.last.expand(len(x), 1, width)], dim=1)
            return self.head(self.norm(self.blocks(tokens)[:, -1]).relu())[:, 0]

    score, x, y = Former(6), torch.randn(8946, 6), (torch.rand(8946) < 0.5).float()
    optimiser = torch.optim.AdamW(score.parameters(), lr=1e-3)

    def epoch():
        for some, labels in zip(x.split(256), y.split(256)):
            optimiser.zero_grad()
            nn.functional.binary_cross_entropy_with_logits(score(some), labels).backward()
            optimiser.step()

    yield f"PyTorch {torch.__version__} FT-Transformer epoch", least(max(1, n // 2), epoch)


def ours(n, package, pattern, threads):
    done = subprocess.run(["go", "test", "./" + package, "-run", "^$", "-bench", pattern, "-count", str(n), "-cpu", str(threads), "-benchtime", "0.3s"],
                          cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    best = {}
    for name, nanoseconds in re.findall(r"^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op", done.stdout, re.M):
        best[name] = min(best.get(name, float("inf")), float(nanoseconds) / 1e6)
    return best.items()


def g_mean(tp, fp, fn, tn):
    return (tp / (tp + fn) * tn / (tn + fp)) ** 0.5


def moves(names, orders=6):
    import numpy as np
    import xgboost as xgb
    from sklearn.metrics import roc_auc_score
    csv.field_size_limit(10**8)
    splits, ours = shared("splits.csv"), {}
    with gzip.open(os.path.join(ROOT, "engine/rareclass/recorded.csv.gz"), "rt", encoding="utf-8") as f:
        f.readline()
        for r in csv.DictReader(f):
            ours.setdefault((r["set"], r["approach"]), []).append((g_mean(*(float(r[k]) for k in ("tp", "fp", "fn", "tn"))), float(r["auc"])))
    print("set,approach,measure,ours,XGBoost hist,its least,its most")
    for name in names or sorted({key[0] for key in ours}):
        x, y = parted(shared(name + ".csv"))
        tests = [np.isin(np.arange(len(y)), [int(i) for i in r[2].split()]) for r in splits if r[0] == name]

        def means(weighted, method, order):
            got = []
            for test in tests:
                weight = (y[~test] == 0).sum() / (y[~test] == 1).sum() if weighted else 1
                fit = xgb.XGBClassifier(n_estimators=100, max_depth=6, learning_rate=0.3, tree_method=method, scale_pos_weight=weight)
                score = fit.fit(x[~test][:, order], y[~test]).predict_proba(x[test][:, order])[:, 1]
                said, true = score > 0.5, y[test] == 1
                got.append((g_mean((said & true).sum(), (said & ~true).sum(), (~said & true).sum(), (~said & ~true).sum()), roc_auc_score(y[test], score)))
            return np.mean(got, axis=0)

        for approach in "boosted", "boosted-weighted":
            rng, as_is = np.random.default_rng(1), np.arange(x.shape[1])
            tried = [(m, as_is) for m in ("hist", "exact")] + [(m, rng.permutation(as_is)) for m in ("hist", "exact") for _ in range(orders)]
            theirs = [means(approach != "boosted", *t) for t in tried]
            for k, measure in enumerate(("g-mean", "auc")):
                all_of = [t[k] for t in theirs]
                print(f"{name},{approach},{measure},{np.mean([r[k] for r in ours[name, approach]]):.4f},{all_of[0]:.4f},{min(all_of):.4f},{max(all_of):.4f}", flush=True)


def main():
    o = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    o.add_argument("--least", type=int, default=5)
    o.add_argument("--threads", default="1,2")
    o.add_argument("--only", default="", help="a part of the name of a package or peer")
    o.add_argument("--moves", nargs="?", const="", metavar="SET,...", help="how far XGBoost's own means move, of these sets or of all")
    o = o.parse_args()
    if o.moves is not None:
        moves([name for name in o.moves.split(",") if name])
        return
    print("what,threads,milliseconds (least of several)")
    for threads in (int(t) for t in o.threads.split(",")):
        for peer in xgboost, smote, steps, transformer:
            if o.only not in peer.__name__:
                continue
            try:
                for name, value in peer(threads, o.least):
                    print(f"{name},{threads},{value:.2f}", flush=True)
            except ImportError as missing:
                print(f"{peer.__name__},{threads},missing: {missing}", flush=True)
        for package, pattern in OURS.items():
            if o.only in package:
                for name, value in ours(o.least, package, pattern, threads):
                    print(f"dpscope {name},{threads},{value:.2f}", flush=True)


main()
