#!/usr/bin/python3
"""Record what the convolutional network of label-em learns, beside its Tables III and V.

    bench/networks.py OUT.csv [--seeds 10] [--epochs 50] [--losses logistic,...] [--epsilons 0.1,...] [--program FILE]

Of the pairs of classes in Tables III to V one is at hand, airplane and cat: 1,000 images to train
on and 200 to judge (../shared/data/cifar2). On them `dpscope read 'learning?model=cnn...'` trains every loss at every budget
of the tables, once for the AUC and once for the balanced accuracy (BER in the paper), and a row a
training is written: table, loss, measure, epsilon, epochs, seed, trained, printed mean and standard
deviation. Rows that OUT.csv has already are not trained again, so that it may be ended and
started at any time. An epoch takes seconds: all 98 cells with ten seeds are days of one core.

What needs other classes, or more images of these, is not recorded: Table IV, most of Tables III and V.
"""

import argparse
import csv
import gzip
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.environ.get("DPSCOPE_SHARED", os.path.join(ROOT, "..", "shared"))
COLUMNS = ["table", "loss", "measure", "epsilon", "epochs", "seed", "trained", "printed_mean", "printed_std"]
READING = {"auc": "test-auc", "ber": "test-balanced-accuracy"}


def printed():
    """The cells of both tables that these images can be compared with."""
    with open(os.path.join(SHARED, "reference", "em_tables.csv"), encoding="utf-8") as f:
        return [r for r in csv.DictReader(f) if r["table"] in ("III", "V") and r["dataset"] == "airplane-cat" and r["n"] == "1000"]


def trained(program, folder, cell, epochs, seed):
    """One training of a cell, in per cent."""
    address = (f"learning?data={folder}/train.bin&test={folder}/test.bin&classes=airplane,cat&model=cnn&loss={cell['loss']}&beside=nothing"
               f"&measure={cell['metric']}&printed=cat&objective={cell['metric']}&optimiser=amsgrad&rate=0.0001&epsilon={cell['eps']}&n=1000"
               f"&epochs={epochs}&decay=0.0001&seeds=1&target=0.9&seed={seed}")
    text = subprocess.run([program, "read", address, "--json"], check=True, capture_output=True, text=True).stdout
    return 100 * next(r["value"] for r in json.loads(text)["readings"] if r["reading"] == READING[cell["metric"]])


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("out")
    arguments.add_argument("--seeds", type=int, default=10)
    arguments.add_argument("--epochs", type=int, default=50)
    arguments.add_argument("--losses", default="")
    arguments.add_argument("--program", help="a dpscope that is built already")
    arguments.add_argument("--epsilons", default="")
    asked = arguments.parse_args()
    cells = [c for c in printed() if (not asked.losses or c["loss"] in asked.losses.split(","))
             and (not asked.epsilons or float(c["eps"]) in [float(e) for e in asked.epsilons.split(",")])]
    if not cells:
        sys.exit("no cell of Tables III and V for airplane and cat has these losses and budgets")
    done = set()
    if os.path.exists(asked.out):
        with open(asked.out, encoding="utf-8") as f:
            done = {tuple(r[k] for k in COLUMNS[:6]) for r in csv.DictReader(f)}
    with tempfile.TemporaryDirectory() as folder, open(asked.out, "a", encoding="utf-8", newline="") as f:
        program = asked.program or os.path.join(folder, "dpscope")
        if not asked.program:
            subprocess.run(["go", "build", "-o", program, "."], cwd=ROOT, check=True)
        for part in "train", "test":
            with gzip.open(os.path.join(SHARED, "data", "cifar2", part + ".bin.gz")) as z, open(os.path.join(folder, part + ".bin"), "wb") as b:
                b.write(z.read())
        rows = csv.DictWriter(f, COLUMNS, lineterminator="\n")
        if not done:
            rows.writeheader()
        learnt = {}  # a training is the same for both tables
        for seed in range(1, asked.seeds + 1):
            for cell in cells:
                row = dict(zip(COLUMNS, [cell["table"], cell["loss"], cell["metric"], cell["eps"], str(asked.epochs), str(seed)]))
                if tuple(row.values()) in done:
                    continue
                key = (cell["loss"], cell["metric"], cell["eps"], seed)
                if key not in learnt:
                    learnt[key] = trained(program, folder, cell, asked.epochs, seed)
                row.update(trained=f"{learnt[key]:.2f}", printed_mean=cell["mean"], printed_std=cell["std"])
                rows.writerow(row)
                f.flush()


if __name__ == "__main__":
    main()
