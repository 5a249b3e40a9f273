#!/usr/bin/python3
"""Time training beside PyTorch, and the AUC beside scikit-learn, on the same sizes.

    bench/training.py      (Debian: python3-torch, python3-sklearn)

A step of a network 20-64-64-1 on a batch of 256; an epoch of the paper's convolutional
network on 1,000 images of 3 x 32 x 32 in batches of 64, dropout on; the AUC of a million
scores. Both by the logistic loss for balanced error and Adam in its AMSGrad form. Three
rounds, each the Python library first and dpscope next, on this machine; the figures are the medians.
"""

import os
import re
import statistics
import subprocess
import time

import numpy as np
import torch
from sklearn.metrics import roc_auc_score
from torch import nn
from torch.nn.functional import softplus

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROUNDS = 3


def seconds(repetitions, work):
    """The median time of a few calls."""
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def learner(score):
    """What takes a step: batches are half positive, the positive ones first."""
    optimiser = torch.optim.Adam(score.parameters(), lr=1e-3, weight_decay=1e-4, amsgrad=True)

    def step(batch):
        optimiser.zero_grad()
        z = score(batch)[:, 0]
        half = len(batch) // 2
        loss = (softplus(-z[:half]).mean() + softplus(z[half:]).mean()) / 2
        loss.backward()
        optimiser.step()

    return step


def dense_step():
    step = learner(nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1)))
    batch = torch.randn(256, 20)
    return seconds(300, lambda: step(batch))


def convolutional_epoch():
    score = nn.Sequential(
        nn.Conv2d(3, 18, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(18, 48, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(1200, 800), nn.ReLU(), nn.Dropout(), nn.Linear(800, 400), nn.ReLU(), nn.Dropout(), nn.Linear(400, 1))
    step, images = learner(score), torch.randn(1000, 3, 32, 32)

    def epoch():
        for batch in images.split(64):
            step(batch)

    epoch()
    return seconds(3, epoch)


def area():
    rng = np.random.RandomState(0)
    scores, positive = rng.randn(1_000_000), np.arange(1_000_000) % 2 == 0
    return seconds(3, lambda: roc_auc_score(positive, scores))


def ours(package, name):
    out = subprocess.run(["go", "test", package, "-run", "^$", "-bench", f"^{name}$"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return float(re.search(r"(\S+) ns/op", out).group(1)) / 1e9


def main():
    for what, theirs, package, name in (
        ("step of 20-64-64-1 on 256", dense_step, "./learners/train", "BenchmarkStep"),
        ("convolutional epoch of 1,000 images", convolutional_epoch, "./learners/train", "BenchmarkConvolutionalEpoch"),
        ("AUC of a million scores", area, "./learners/metric", "BenchmarkAUC"),
    ):
        rounds = [(theirs(), ours(package, name)) for _ in range(ROUNDS)]
        python, here = (statistics.median(r) for r in zip(*rounds))
        print(f"{what}: {python * 1e3:.2f} ms, dpscope {here * 1e3:.2f} ms ({python / here:.2f} times as fast)")


if __name__ == "__main__":
    main()
