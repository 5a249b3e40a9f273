#!/usr/bin/env python3
"""Runs every approach of the view `approaches` on the eight public sets, split by split, and keeps what came of each run.

The sets lie in ../shared and are no part of the project. Each set and split is one address, exported with its table of runs; what is
there already is not run again, so that an ended run goes on where it was, and a shard of several runs a part of the addresses:

    python3 bench/approaches.py --splits 10 --shard 1/2 -o part-1.csv
    python3 bench/approaches.py --splits 3 --sets ecoli,yeast_me2 --transformer -o part-3.csv
    python3 bench/approaches.py --merge part-1.csv part-2.csv -o engine/rareclass/recorded.csv
    python3 bench/approaches.py --ranks engine/rareclass/recorded.csv
"""
import argparse, csv, itertools, os, re, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What is declared of each set: its ratio, and how features are brought about 0.
SETS = {"ecoli": "imbalance=8.6&scaling=unit", "abalone": "imbalance=9.7&scaling=unit", "car_eval_34": "imbalance=12&scaling=unit", "solar_flare_m0": "imbalance=19&scaling=unit",
        "car_eval_4": "imbalance=26&scaling=unit", "yeast_me2": "imbalance=28&scaling=unit", "mammography": "imbalance=42&scaling=asis&clip=3", "abalone_19": "imbalance=130&scaling=unit"}
HEAD = ["set", "approach", "epsilon", "split", "tp", "fp", "fn", "tn", "auc", "scarce"]
BUDGETS = [0.05, 0.1, 0.5, 1, 5]


def shared():
    for folder in os.path.join(HERE, "..", "shared"), os.path.join(HERE, "..", "..", "shared"), "/work/shared":
        if os.path.isdir(os.path.join(folder, "data", "imbalanced")):
            return os.path.abspath(os.path.join(folder, "data", "imbalanced"))
    raise SystemExit("the eight sets are not in ../shared/data/imbalanced; --data FOLDER would work")


def address(data, name, split, workload, transformer):
    return (f"approaches?data={data}/{name}.csv&label=y&schema={name}&splits={data}/splits.csv&over=epsilon&measure=g-mean&workload={workload}"
            f"&epsilon=1&delta=1e-6&seeds=1&seed={split}&{SETS[name]}" + ("&transformer=train" if transformer else ""))


def present():
    """The version of the runs that this program makes."""
    with open(os.path.join(HERE, "engine", "rareclass", "recorded.go"), encoding="utf-8") as f:
        return re.search(r"^const GridVersion = (\d+)$", f.read(), re.M)[1]


class Program:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "dpscope")
        subprocess.run(["go", "build", "-o", self.path, "."], cwd=HERE, check=True)

    def runs(self, of):
        file = os.path.join(self.folder.name, "runs.csv")
        done = subprocess.run([self.path, "export", of, "--table", "runs", "-o", file], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(done.stderr.strip())
        with open(file, encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        if rows[0]["version"] != present():
            raise SystemExit(f"the program makes runs of version {rows[0]['version']}, and its source is of version {present()}; the same would work")
        for kept in os.listdir(self.folder.name):
            if kept.startswith("runs"):
                os.remove(os.path.join(self.folder.name, kept))
        return rows


def number(text):
    return f"{float(text):.6g}" if text else ""


def read(path, version=None):
    """The rows of a file, whose version must be the program's."""
    with open(path, encoding="utf-8") as f:
        first = f.readline()
        if not first.startswith("# version ") or ": " not in first:
            raise SystemExit(f"{path} is no recording of runs; a new file would work")
        of = first.split()[2].rstrip(":")
        if version is not None and of != version:
            raise SystemExit(f"{path} was recorded by version {of} and this is version {version}; a new file would work")
        return of, [[r[k] for k in HEAD] for r in csv.DictReader(f)]


def begin(path, version, command):
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"# version {version}: {command}\n" + ",".join(HEAD) + "\n")


def run(o):
    part, parts = (int(v) for v in o.shard.split("/"))
    version, data = present(), o.data or shared()
    sets = o.sets.split(",")
    if unknown := [name for name in sets if name not in SETS]:
        raise SystemExit(f"{', '.join(unknown)} is none of the sets; {', '.join(SETS)} would work")
    command = (f"python3 bench/approaches.py --splits {o.splits}" + (f" --workloads {o.workloads}" if o.workloads != "label" else "")
               + (f" --sets {o.sets}" if len(sets) < len(SETS) else "") + (" --transformer" if o.transformer else ""))
    if os.path.exists(o.output):
        done = {(r[0], r[1], r[3]) for r in read(o.output, version)[1]}
    else:
        begin(o.output, version, command)
        done = set()
    program = Program()
    units = [(w, s, name) for w in o.workloads.split(",") for s in range(1, o.splits + 1) for name in sets]
    for i, (workload, split, name) in enumerate(units):
        if i % parts != part - 1:
            continue
        last = "private-transformer-weighted" if o.transformer else "gem-boosted" + ("" if workload == "label" else "/" + workload)
        if (name, last, str(split)) in done:
            continue
        new = [r for r in program.runs(address(data, name, split, workload, o.transformer)) if (name, r["approach"], str(split)) not in done]
        with open(o.output, "a", encoding="utf-8") as f:  # at once: an ended run leaves whole addresses, or none
            f.write("".join(",".join([name, r["approach"], number(r["epsilon"]) if float(r["epsilon"]) else "", str(split)] + [number(r[k]) for k in HEAD[4:]]) + "\n" for r in new))
        done |= {(name, r["approach"], str(split)) for r in new}
        print(f"{i + 1} of {len(units)}: {name}, split {split}, {workload}", file=sys.stderr, flush=True)


def merge(o):
    rows, versions = {}, set()
    for path in o.merge:
        version, more = read(path)
        versions.add(version)
        rows.update({tuple(r[:4]): r for r in more})
    if len(versions) > 1:
        raise SystemExit(f"the parts are of versions {', '.join(sorted(versions))}; parts of one version would work")
    commands = []
    for path in o.merge:
        with open(path, encoding="utf-8") as f:
            commands += f.readline().split(": ", 1)[1].strip().split("; ")
    command = "; ".join(dict.fromkeys(commands))
    begin(o.output, versions.pop(), command)
    order = {name: i for i, name in enumerate(SETS)}
    with open(o.output, "a", encoding="utf-8") as f:
        for r in sorted(rows.values(), key=lambda r: (order[r[0]], r[1], float(r[2] or 0), int(r[3]))):
            f.write(",".join(r) + "\n")


def measures(tp, fp, fn, tn, auc):
    recall, true = tp / (tp + fn), tn / (tn + fp)
    precision = tp / (tp + fp) if tp + fp else 0
    root = ((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)) ** 0.5
    return {"auc": auc, "f1": 2 * tp / (2 * tp + fp + fn), "bal_acc": (recall + true) / 2, "precision": precision, "recall": recall, "worst_acc": min(recall, true),
            "g_mean": (recall * true) ** 0.5, "mcc": (tp * tn - fp * fn) / root if root else 0}


def ranks(o):
    """Mean ranks of the paper's four approaches, or those of them that there are, over sets, budgets and splits."""
    of = {}
    for r in read(o.ranks)[1]:
        of[tuple(r[:4])] = measures(*(float(v) for v in r[4:9]))
    four = [a for a in ("gem-boosted", "gem-boosted/triples", "private-logreg", "private-logreg-weighted", "private-transformer-weighted") if any(k[1] == a for k in of)]
    for gem in "gem-boosted", "gem-boosted/triples":
        names = [a for a in four if not a.startswith("gem") or a == gem]
        if gem not in names:
            continue
        for metric in "auc", "f1", "bal_acc", "precision", "recall", "worst_acc", "g_mean":
            places, per = {a: [] for a in names}, {a: {} for a in names}
            for name, epsilon, split in itertools.product(SETS, BUDGETS, sorted({k[3] for k in of}, key=int)):
                keys = [(name, a, f"{epsilon:.6g}", split) for a in names]
                if not all(k in of for k in keys):
                    continue
                values = [of[k][metric] for k in keys]
                for a, v in zip(names, values):
                    place = sum(w > v for w in values) + (sum(w == v for w in values) + 1) / 2
                    places[a].append(place)
                    per[a].setdefault(split, []).append(place)
            print(metric, len(places[names[0]]), *(f"{a}={statistics.mean(p):.2f}±{statistics.stdev([statistics.mean(x) for x in per[a].values()]) if len(per[a]) > 1 else 0:.2f}" for a, p in places.items()))


def main():
    o = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    o.add_argument("--data")
    o.add_argument("--splits", type=int, default=3)
    o.add_argument("--workloads", default="label")
    o.add_argument("--sets", default=",".join(SETS), help="some of the eight, separated by commas")
    o.add_argument("--transformer", action="store_true", help="also the FT-Transformer: minutes and more a split of the larger sets")
    o.add_argument("--shard", default="1/1")
    o.add_argument("--merge", nargs="+")
    o.add_argument("--ranks")
    o.add_argument("-o", "--output")
    o = o.parse_args()
    if not o.ranks and not o.output:
        raise SystemExit("-o FILE says where the runs are kept")
    ranks(o) if o.ranks else merge(o) if o.merge else run(o)


main()
