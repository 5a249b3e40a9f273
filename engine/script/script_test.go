package script

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dpscope/engine/composition"
	"dpscope/engine/effort"
)

// written returns the findings of a script: words with the place of their first number, or of the call; and the words it asks
// for.
func written(s Script) (found, asked string) {
	var words, missing []string
	for _, f := range s.Found {
		at := f.At
		if len(f.From) > 0 {
			at = f.From[0].Place
		}
		place := strconv.Itoa(at.Line)
		if at.Cell > 0 {
			place = fmt.Sprintf("%d.%d", at.Cell, at.Line)
		}
		words = append(words, f.Name+"="+f.Value+":"+place)
	}
	for _, m := range s.Missing {
		missing = append(missing, m.Name)
	}
	slices.Sort(words)
	slices.Sort(missing)
	return strings.Join(words, " "), strings.Join(missing, " ")
}

func open(t testing.TB, name string) []byte {
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Scripts in the forms of both libraries' examples: each value with its line, and the questions it leaves.
func TestScripts(t *testing.T) {
	for _, c := range []struct{ name, found, asked string }{
		{"opacus_accumulated.py", "clip=1:4 delta=1e-05:11 drawn=poisson:4 epochs=2:5 last=kept:3 sigma=2:4",
			"batch records"},
		{"opacus_distributed.py", "clip=1:8 drawn=poisson:8 epochs=2:9 last=kept:7",
			"batch delta records sigma"},
		{"opacus_dropped.py", "batch=256:3 clip=1:5 delta=1e-05:8 drawn=shuffled:3 epochs=15:6 last=dropped:3 sigma=0.55:5",
			"records"},
		{"opacus_epsilon.py", "batch=512:9 claimed=50:6 clip=1.2:5 delta=1e-05:7 drawn=poisson:14 epochs=20:8 last=kept:12",
			"records sigma"},
		{"opacus_functions.py", "batch=200:17 clip=1:11 delta=1.6666666666666667e-05:22 drawn=shuffled:6 epochs=30:25 last=kept:6 sigma=0.9:16",
			"records"},
		{"opacus_kwargs.py", "epochs=7:7",
			"batch delta drawn last records sigma"},
		{"opacus_lightning.py", "clip=1:15 drawn=poisson:14 epochs=10:18 sigma=0.8:19",
			"batch delta last records"},
		{"opacus_mnist.py", "batch=64:28 clip=1:33 delta=1e-05:34 drawn=poisson:55 epochs=10:29 last=kept:38 sigma=1:32",
			"records"},
		{"opacus_notebook.ipynb", "batch=1024:3.4 clip=1.2:4.4 delta=1e-06:5.3 drawn=poisson:4.3 epochs=6:3.2 last=kept:4.1 sigma=0.8:3.3",
			"records"},
		{"opacus_old.py", "clip=1:13 delta=1e-05:10 drawn=poisson:12 epochs=90:9 rate=0.004:7 sigma=1.5:8",
			""},
		{"opacus_perlayer.py", "batch=32:3 drawn=fixed-order:3 epochs=2:7 last=kept:3 sigma=2:5",
			"delta records"},
		{"opacus_random_sampler.py", "batch=150:4 clip=0.5:5 delta=2e-05:7 drawn=shuffled:4 epochs=20:6 last=kept:4 sigma=1.25:5",
			"records"},
		{"opacus_schedule.py", "batch=32:4 clip=1:5 drawn=poisson:5 epochs=2:7 last=kept:4",
			"delta records sigma"},
		{"opacus_shuffled.py", "batch=256:5 clip=1:10 delta=1e-05:15 drawn=shuffled:6 epochs=15:4 last=kept:6 sigma=1.1:10",
			"records"},
		{"opacus_split.py", "batch=250:4 clip=1:5 delta=1e-05:9 epochs=4:6 last=kept:4 sigma=1:5",
			"drawn records"},
		{"opacus_sweep.py", "batch=100:4 clip=1:5 drawn=poisson:5 last=kept:4",
			"delta epochs records sigma"},
		{"opacus_twice.py", "batch=64:5 clip=1:6 delta=1e-05:11 drawn=poisson:6 last=kept:5",
			"epochs records sigma"},
		{"opacus_weighted.py", "batch=100:7 clip=1:10 delta=1e-05:13 drawn=weighted:6 epochs=5:11 last=kept:7 sigma=1.1:10",
			"chance records"},
		{"opacus_weighted_dropped.py", "batch=100:7 clip=1:10 delta=1e-05:13 drawn=poisson:9 epochs=5:11 last=kept:7 sigma=1.1:10",
			"records"},
		{"tf_accumulated.py", "batch=64:4 clip=1:2 drawn=shuffled:4 epochs=10:4 last=kept:4 sigma=0.5:2",
			"delta records"},
		{"tf_disagrees.py", "batch=100:3 clip=1:2 delta=1e-06:4 drawn=shuffled:3 epochs=5:3 last=kept:3 records=10000:4",
			"sigma"},
		{"tf_estimator.py", "clip=1:9 epochs=60:6",
			"batch delta drawn last records sigma"},
		{"tf_fixed.py", "batch=100:3 clip=1:2 delta=1e-06:4 drawn=fixed-order:3 epochs=5:3 last=kept:3 records=10000:4 sigma=0.7:2",
			""},
		{"tf_flags.py", "batch=250:11 clip=1:10 delta=1e-05:28 drawn=shuffled:27 epochs=60:12 last=kept:27 records=60000:28 sigma=0.1:9",
			""},
		{"tf_loop.py", "batch=500:4 clip=1:3 drawn=shuffled:4 epochs=9:5 last=kept:4 sigma=1.2:3",
			"delta records"},
		{"tf_notebook.ipynb", "batch=250:2.2 clip=1.5:2.3 delta=1e-05:4.3 drawn=shuffled:3.6 epochs=3:2.1 last=kept:3.6 records=60000:4.2 sigma=1.3:2.4",
			""},
		{"tf_once.py", "batch=600:3 clip=1:4 drawn=shuffled-once:3 epochs=60:5 last=kept:3 sigma=1.4:4",
			"delta records"},
		{"tf_pipeline.py", "batch=128:3 clip=1:8 drawn=shuffled:5 epochs=8:10 last=dropped:6 sigma=0.9:8",
			"delta records"},
		{"tf_repeat.py", "batch=64:3 clip=1:4 epochs=3:5 last=kept:3 sigma=1:4",
			"delta drawn records steps"},
		{"tf_scaled.py", "batch=400:10 clip=1:9 delta=1e-05:11 drawn=shuffled:10 epochs=25:10 last=kept:10 sigma=1.15:9",
			"records"},
		{"tf_sequential.py", "batch=200:3 clip=1:2 drawn=shuffled:3 epochs=10:3 last=kept:3 sigma=2.5:2",
			"delta records"},
	} {
		s, err := Read(open(t, c.name))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		found, asked := written(s)
		if found != c.found || asked != c.asked {
			t.Errorf("%s:\n got %s\nwant %s\n asked %s\n want  %s", c.name, found, c.found, asked, c.asked)
		}
	}
}

func TestScriptsOfNeither(t *testing.T) {
	for name, want := range map[string]string{"both.py": "the script uses Opacus on line 3 and TensorFlow Privacy on line 4", "neither.py": "no training with Opacus or TensorFlow Privacy is found"} {
		if _, err := Read(open(t, name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for text, want := range map[string]string{`{"cells": 3}`: "the notebook is no JSON", `{"cells": []}`: "the notebook has no cells",
		`{"cells": [{"cell_type": "code", "source": 7}]}`: "the source of cell 1 is no text"} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A value that is set twice is said twice, each time with its line, and asked for.
func TestSaidTwice(t *testing.T) {
	for name, want := range map[string][]string{
		"opacus_twice.py": {"sigma: the script says 1.1 on line 3 and 0.7 on line 4", "epochs: the script says 3 on line 7 and 5 on line 9"},
		"tf_disagrees.py": {"sigma: the script says 0.7 on line 2 and 1.7 on line 4"},
	} {
		s, err := Read(open(t, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !slices.ContainsFunc(s.Missing, func(m Missing) bool { return m.Name+": "+m.Why == w }) {
				t.Errorf("%s: %v, want %q", name, s.Missing, w)
			}
		}
		if len(s.Twice) != len(want) {
			t.Errorf("%s: %v is said twice", name, s.Twice)
		}
	}
}

// A training that goes through its records in two loops, or by two calls, has the epochs of both together; numbers that a
// script gives only when it asks for ε are read where the training does not give them.
func TestSeveralPasses(t *testing.T) {
	const opacus = "engine.make_private(noise_multiplier=1.0, max_grad_norm=1.0, data_loader=DataLoader(d, 10))\n"
	const keras = "opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.0)\n"
	for script, want := range map[string]string{
		opacus + "for epoch in range(3): a()\nfor epoch in range(3): b()\n":                                              "",
		opacus + "for epoch in range(3):\n  for _ in range(2): b()\n":                                                    "",
		opacus + "for epoch in range(3):\n  for _ in range(1): b()\n":                                                    "3",
		opacus + "for run in range(2):\n  for epoch in range(3): b()\n":                                                  "",
		opacus + "for epoch in tqdm(range(2, 5), desc='x'): b()\n":                                                       "3",
		opacus + "for epoch in range(0, 9, 3): b()\n":                                                                    "",
		opacus + "def f():\n  for epoch in range(3): b()\nf()\nf()\n":                                                    "",
		opacus + "def f():\n  for epoch in range(3): b()\nf()\n":                                                         "3",
		keras + "model.fit(x, y, epochs=3, batch_size=10)\nmodel.fit(x, y, epochs=3, batch_size=10)\n":                   "",
		keras + "for epoch in range(4): model.fit(x, y, epochs=1, batch_size=10)\n":                                      "",
		keras + "for epoch in range(4):\n  b()\n  compute_dp_sgd_privacy(60000, 10, 1.0, epoch, 1e-5)\n":                 "4",
		keras + "model.fit(x, y, epochs=3, batch_size=10)\ncompute_dp_sgd_privacy(len(x), size, noise(), 3, 1 / len(x))": "3",
		keras + "compute_dp_sgd_privacy(60000, 10, 1.0, 5, 1e-5)":                                                        "5",
	} {
		s, err := Read([]byte(script))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := (&search{Script: s}).number("epochs"); got != want {
			t.Errorf("%s: epochs = %q, want %q", script, got, want)
		}
	}
}

// The libraries' values for a run.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		name  string
		given map[string]string
		want  func(composition.Run) bool
	}{
		{"opacus_shuffled.py", map[string]string{"records": "60000"}, func(r composition.Run) bool {
			return r.Drawn == composition.Shuffled && r.Records == 60_000 && r.Batch == 256 && r.AllSteps() == 15*235
		}},
		{"opacus_dropped.py", map[string]string{"records": "60000"}, func(r composition.Run) bool { return r.AllSteps() == 15*234 && r.Dropped }},
		// 1/93 is drawn in 92 steps.
		{"opacus_mnist.py", map[string]string{"records": "5952"}, func(r composition.Run) bool {
			return r.Drawn == composition.Poisson && r.Rate == 1./93 && r.AllSteps() == 10*92
		}},
		{"opacus_weighted_dropped.py", map[string]string{"records": "50000"}, func(r composition.Run) bool { return r.Rate == 0.01 && r.AllSteps() == 500 }},
		{"opacus_weighted.py", map[string]string{"records": "50000", "chance": "1/1000"}, func(r composition.Run) bool {
			return r.Drawn == composition.Weighted && r.AllSteps() == 500 && r.Chance == 0.001
		}},
		{"tf_accumulated.py", map[string]string{"records": "60000", "delta": "1e-5"}, func(r composition.Run) bool { return r.Batch == 256 && r.Sigma == 1 }},
		{"tf_pipeline.py", map[string]string{"records": "60000", "delta": "1e-5"}, func(r composition.Run) bool { return r.Sigma == 0.45 }},
		{"tf_flags.py", nil, func(r composition.Run) bool { return r.Records == 60_000 && r.Sigma == 0.1 && r.AllSteps() == 60*240 }},
		{"opacus_old.py", nil, func(r composition.Run) bool { return r.Rate == 0.004 && r.AllSteps() == 90*250 }},
		{"opacus_twice.py", map[string]string{"records": "1000", "sigma": "0.7", "epochs": "8"}, func(r composition.Run) bool { return r.Sigma == 0.7 }},
		{"tf_repeat.py", map[string]string{"records": "1000", "delta": "1e-5", "drawn": "shuffled", "steps": "300"}, func(r composition.Run) bool { return r.Steps == 300 }},
	} {
		s, err := Read(open(t, c.name))
		if err != nil {
			t.Fatal(err)
		}
		r, missing, err := s.Run(c.given)
		if err != nil || len(missing) > 0 || r.Check() != nil || !c.want(r) {
			t.Errorf("%s: %+v, missing %v; %v, %v", c.name, r, missing, err, r.Check())
		}
	}
	s, err := Read(open(t, "opacus_mnist.py"))
	if err != nil {
		t.Fatal(err)
	}
	if _, missing, _ := s.Run(nil); len(missing) != 1 || missing[0].Name != "records" {
		t.Errorf("missing are %v", missing)
	}
	for words, want := range map[string]string{"sigma=x": `sigma = "x" is no number`, "drawn=poison": `drawn = "poison" is not known; nearest: poisson`,
		"last=all": "last = ", "neighbours=x": "neighbours = ", "sigmo=1": `word = "sigmo" is not known; nearest: sigma`} {
		name, value, _ := strings.Cut(words, "=")
		if _, err := Words(map[string]string{name: value}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", words, err)
		}
	}
}

// invented returns a finding with numbers that do not stand at its place, or with none although it is no default.
func invented(data []byte, s Script) string {
	if len(data) > 0 && strings.HasPrefix(strings.TrimSpace(string(data)), "{") { // a notebook, with its lines in cells
		return ""
	}
	lines := strings.Split(string(data), "\n")
	all := slices.Clone(s.Found)
	for _, t := range s.Twice {
		all = append(all, t.Values...)
	}
	for _, f := range all {
		if f.At.Line < 1 || f.At.Line > len(lines) {
			return fmt.Sprintf("%s=%s is given on %v of %d lines", f.Name, f.Value, f.At, len(lines))
		}
		for _, o := range f.From {
			if o.Line < 1 || o.Line > len(lines) || !strings.Contains(strings.Join(lines[o.Line-1:min(o.Line+3, len(lines))], "\n"), strings.SplitN(o.Text, "\n", 2)[0]) {
				return fmt.Sprintf("%s=%s is made of %q, which is not on %v", f.Name, f.Value, o.Text, o.Place)
			}
		}
		number, err := strconv.ParseFloat(f.Value, 64)
		if err == nil && len(f.From) == 1 && !strings.ContainsAny(f.From[0].Text, "_") && !strings.Contains(f.Said, "int") {
			if was, err := strconv.ParseFloat(f.From[0].Text, 64); err == nil && was != number && -was != number && !strings.ContainsAny(lines[f.From[0].Line-1], "()*/+-%") {
				return fmt.Sprintf("%s=%s is made of %q", f.Name, f.Value, f.From[0].Text)
			}
		}
		if err == nil && len(f.From) == 0 && number != 1 {
			return fmt.Sprintf("%s=%s is made of nothing", f.Name, f.Value)
		}
	}
	return ""
}

// scripts returns all scripts of testdata.
func scripts(t testing.TB) (all [][]byte) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, f := range files {
		all = append(all, open(t, filepath.Base(f)))
	}
	return all
}

// Scripts with characters, lines and words removed, doubled or moved: nothing panics, and each finding stands in the script.
func TestMutatedScripts(t *testing.T) {
	rng, all := rand.New(rand.NewPCG(49, 2)), scripts(t)
	words := []string{"(", ")", "[", "]", "{", "}", ",", "=", ":", "\"\"\"", "'", "#", "\\\n", "\n", "    ", "lambda x: ", "for epoch in range(3):", "**", "*", "0x1", "1e", "1e999", "None", "not ", "in ", "if ",
		"else ", "def f(a=1):", "class A(B):", "with a as b:", "with a as as b as c, d as :", "-", ";", "\t", "\xff", "é", "f'{x}'", "...", ":=", "await "}
	for range effort.Scale(3000, 10_000, 100_000) {
		data := slices.Clone(all[rng.IntN(len(all))])
		for range 1 + rng.IntN(8) {
			from := rng.IntN(len(data))
			to := min(from+rng.IntN(30), len(data))
			switch rng.IntN(4) {
			case 0:
				data = slices.Delete(data, from, to)
			case 1:
				data = slices.Insert(data, rng.IntN(len(data)), slices.Clone(data[from:to])...)
			default:
				data = slices.Insert(data, from, []byte(words[rng.IntN(len(words))])...)
			}
			if len(data) == 0 {
				data = []byte(" ")
			}
		}
		if s, err := Read(data); err == nil {
			if what := invented(data, s); what != "" {
				t.Fatalf("%s\n%s", what, data)
			}
		}
	}
}

// worse lists lines that make a training less private, each with the word that it changes, and the value before.
var worse = []struct{ word, old, line string }{
	{"sigma", "1.1", "noise = 0.3"}, {"sigma", "1.1", "noise *= 0.3"}, {"sigma", "1.1", "noise, other = 0.3, 2"}, {"sigma", "1.1", "noise, other = settings()"},
	{"sigma", "1.1", "noise: float = 0.3"}, {"sigma", "1.1", "if a: noise = 0.3"}, {"sigma", "1.1", "noise = f(noise)"}, {"sigma", "1.1", "for noise in list_of_noises: pass"},
	{"sigma", "1.1", "optimizer.noise_multiplier = 0.3"}, {"sigma", "1.1", "with open(f) as noise: pass"}, {"sigma", "1.1", "x = noise = 0.3"},
	{"sigma", "1.1", "(noise := 0.3)"}, {"sigma", "1.1", "[noise, b] = 0.3, 4"}, {"sigma", "1.1", "from settings import noise"}, {"sigma", "1.1", "import numpy as noise"},
	{"sigma", "1.1", "del noise; noise = 0.3"}, {"sigma", "1.1", "from settings import *"}, {"sigma", "1.1", "global noise; noise = 0.3"},
	{"sigma", "1.1", "def noise(): return 0.3"}, {"sigma", "1.1", "class noise: pass"}, {"sigma", "1.1", "try: pass\nexcept E as noise: pass"},
	{"epochs", "15", "passes = 100"}, {"epochs", "15", "passes += 100"}, {"batch", "256", "size = 1024"},
	{"epochs", "15", "for epoch in range(30): go()"}, {"sigma", "1.1", "def f():\n    global noise\n    noise = 0.3"},
}

// worsened is a script with all numbers in names of their own, set on lines 3 to 5.
const worsened = `from opacus import PrivacyEngine
from torch.utils.data import DataLoader
noise = 1.1
size = 256
passes = 15
loader = DataLoader(data, batch_size=size, shuffle=True)
model, optimizer, loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=noise, max_grad_norm=1.0)
for epoch in range(passes):
    for x, y in loader:
        go(x, y)
PrivacyEngine().get_epsilon(delta=1e-5)
`

// A script that is changed so that less is private never keeps the old value alone: another value is said, both are, or it is asked for.
func TestWorseScripts(t *testing.T) {
	whole, err := Read([]byte(worsened))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := written(whole)
	for _, want := range []string{"sigma=1.1:3", "batch=256:4", "epochs=15:5"} {
		if !strings.Contains(before, want) {
			t.Fatalf("%s: want %s", before, want)
		}
	}
	lines := strings.SplitAfter(worsened, "\n")
	for _, change := range worse {
		for at := 2; at < 6; at++ {
			if strings.HasPrefix(change.line, "from settings import *") && at < 3 { // what is set afterwards counts
				continue
			}
			text := strings.Join(slices.Insert(slices.Clone(lines), at, change.line+"\n"), "")
			s, err := Read([]byte(text))
			if err != nil {
				t.Errorf("%s before line %d: %v", change.line, at+1, err)
				continue
			}
			if v, found := (&search{Script: s}).number(change.word); found && v == change.old {
				t.Errorf("%s before line %d: %s is still %s", change.line, at+1, change.word, v)
			}
		}
	}
}

// The same holds whatever else is done to the script that changes nothing: so no claim is said to hold by a value that is no
// longer the training's.
func TestWorseScriptsHoldNoClaim(t *testing.T) {
	rng := rand.New(rand.NewPCG(49, 3))
	kept := 0
	for range effort.Scale(1000, 10_000, 10_000) {
		change := worse[rng.IntN(len(worse))]
		same := rng.IntN(4) == 0
		lines := strings.SplitAfter(worsened, "\n")
		if !same {
			at := 2 + rng.IntN(4)
			if strings.Contains(change.line, "import *") {
				at = 3 + rng.IntN(3)
			}
			lines = slices.Insert(lines, at, change.line+"\n")
		}
		text := disguised(rng, lines, strings.Contains(change.line, "import *") || strings.Contains(change.line, "global"))
		s, err := Read([]byte(text))
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		v, found := (&search{Script: s}).number(change.word)
		switch {
		case same && (!found || v != change.old):
			t.Errorf("%s is %q, and %s in\n%s", change.word, v, change.old, text)
		case !same && found && v == change.old:
			t.Errorf("%s is still %s in\n%s", change.word, v, text)
		case same:
			kept++
		}
	}
	if kept == 0 {
		t.Error("no script was left as private as it was")
	}
}

// disguised changes a script without changing what it does.
func disguised(rng *rand.Rand, lines []string, moduleAlone bool) string {
	idle := []string{"# noise = 9\n", "\n", "print('noise = 9')\n", "other = 3\n", "x = {'noise': 9, 'passes': [1, 2]}\n", "assert True\n",
		"text = \"\"\"\nnoise = 9\n\"\"\"\n", "import os, sys\n", "def unused(noise=9):\n    noise = 7\n    return noise\n"}
	for range rng.IntN(4) {
		lines = slices.Insert(slices.Clone(lines), rng.IntN(6), idle[rng.IntN(len(idle))])
	}
	text := strings.Join(lines, "")
	switch rng.IntN(4) {
	case 0:
		text = strings.ReplaceAll(text, "max_grad_norm=1.0)", "\n    max_grad_norm=1.0,  # noise\n)")
	case 1:
		text = strings.ReplaceAll(text, "\n", "\r\n")
	case 2:
		if !moduleAlone {
			text = "def main():\n    " + strings.ReplaceAll(text, "\n", "\n    ") + "\nmain()\n"
		}
	}
	return text
}

// A script that is too long is refused, and the longest allowed one takes a moment.
func TestLongScripts(t *testing.T) {
	effort.ForNumbers(t)
	for _, line := range []string{"for epoch in range(3): f(a)\n", "x = x + x\n", "a = ((((((((((1))))))))))\n", "def f(a=1): return f(a)\n", "make_private(noise_multiplier=x)\n"} {
		begin := time.Now()
		if _, err := Read([]byte("PrivacyEngine().make_private(noise_multiplier=f(x), data_loader=x)\n" + strings.Repeat(line, mostStatements/2-1))); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("%q: %v", line, took)
		}
		if _, err := Read([]byte(strings.Repeat(line, mostStatements+1))); err == nil || !strings.Contains(err.Error(), "statements") {
			t.Errorf("%q: %v", line, err)
		}
	}
	if _, err := Read(make([]byte, most+1)); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Error(err)
	}
	if _, err := Read([]byte(strings.Repeat("(", 1<<20))); err == nil {
		t.Error("brackets are a training")
	}
}

func FuzzRead(f *testing.F) {
	for _, data := range scripts(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := Read(data); err == nil {
			if what := invented(data, s); what != "" {
				t.Errorf("%s\n%s", what, data)
			}
			if _, _, err := s.Run(nil); err != nil && len(s.Found) == 0 {
				t.Error(err)
			}
		}
	})
}
