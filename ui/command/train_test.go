package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/learners/model"
)

// patients writes a small table with a text column and a missing value.
func patients(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("age,smokes,bmi,ill\n")
	for i := range 120 {
		bmi := fmt.Sprint(20 + i%17)
		if i == 7 {
			bmi = "N/A"
		}
		fmt.Fprintf(&b, "%d,%s,%s,%d\n", 20+i%60, []string{"no", "yes", "former"}[i%3], bmi, (i%60)/40)
	}
	path := filepath.Join(t.TempDir(), "patients.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTrain(t *testing.T) {
	data := patients(t)
	for _, kind := range model.Learners.Kinds {
		for _, suffix := range []string{".json", ".json.gz"} {
			out := filepath.Join(t.TempDir(), kind.Name+suffix)
			status, _, trouble := call("", "train", "--data", data, "--label", "ill", "--model", kind.Name, "--private", "age", "--missing", "fill", "-o", out)
			if status != 0 || !strings.Contains(trouble, "held out") || !strings.Contains(trouble, "bmi 1") {
				t.Fatalf("%s: status %d: %s", kind.Name, status, trouble)
			}
			m, err := model.Open(out)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(m.Provenance, func(n model.Note) bool { return n.Key == "privacy" && strings.HasPrefix(n.Text, "none") }) {
				t.Errorf("%s: the file does not say that it is not private: %v", kind.Name, m.Provenance)
			}
			if got := strings.Join(m.PrivateNames(), ","); got != "age" {
				t.Errorf("%s: private are %q", kind.Name, got)
			}
		}
	}
}

func TestTrainRefuses(t *testing.T) {
	data := patients(t)
	taken := filepath.Join(t.TempDir(), "taken.json")
	if err := os.WriteFile(taken, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	wordy := filepath.Join(t.TempDir(), "wordy.csv")
	names := "the name,ill\n"
	for i := range 80 {
		names += fmt.Sprintf("n%d,%d\n", i, i%2)
	}
	if err := os.WriteFile(wordy, []byte(names), 0o644); err != nil {
		t.Fatal(err)
	}
	constant := filepath.Join(t.TempDir(), "constant.csv")
	if err := os.WriteFile(constant, []byte("age,bmi,ill\n"+strings.Repeat("7,1,0\n7,2,1\n", 60)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{2, "--data is missing", []string{"--label", "ill", "--model", "tree"}},
		{2, `model = "three" is not known; nearest: tree`, []string{"--data", data, "--label", "ill", "--model", "three"}},
		{2, "--trees is not for --model tree", []string{"--data", data, "--label", "ill", "--model", "tree", "--trees", "5"}},
		{2, "trees = 0 is outside", []string{"--data", data, "--label", "ill", "--model", "forest", "--trees", "0"}},
		{2, "held-out = 1 is outside", []string{"--data", data, "--label", "ill", "--model", "tree", "--held-out", "1"}},
		{2, "missing = \"guess\"", []string{"--data", data, "--label", "ill", "--model", "tree", "--missing", "guess"}},
		{2, `--scale = "age=0,100abc" is not NAME=OFFSET,DIVISOR, such as age=0,100`, []string{"--data", data, "--label", "ill", "--model", "tree", "--scale", "age=0,100abc"}},
		{2, `--scale = "=0,1" is not`, []string{"--data", data, "--label", "ill", "--model", "tree", "--scale", "=0,1"}},
		{2, `--scale = "age=0,-1": divisor = -1; a positive number would work`, []string{"--data", data, "--label", "ill", "--model", "tree", "--scale", "age=0,-1"}},
		{2, `--scale of "age" is given twice`, []string{"--data", data, "--label", "ill", "--model", "tree", "--scale", "age=0,1", "--scale", "age=0,2"}},
		{1, `column = "a=b" is not known`, []string{"--data", data, "--label", "ill", "--model", "tree", "--scale", "a=b=0,1"}},
		{1, "line 2, column age: the scaled value is -1e+308", []string{"--data", data, "--label", "ill", "--model", "logistic", "--missing", "drop", "--scale", "age=1e308,1"}},
		{1, "held-out = 1e-09 of 120 records is none", []string{"--data", data, "--label", "ill", "--model", "tree", "--missing", "fill", "--held-out", "1e-9"}},
		{1, "--missing drop or --missing fill", []string{"--data", data, "--label", "ill", "--model", "tree"}},
		{1, "constant columns, from which nothing can be learned: age 120; to drop them would work (--drop-constant)", []string{"--data", constant, "--label", "ill", "--model", "tree"}},
		{2, `--width = "abc" is not a whole number; one from 1 to 1024 would work`, []string{"--width", "abc"}},
		{2, `--trees = 1e400 is outside [1, 10000]`, []string{"--trees", "1e400"}},
		{2, `--trees = 2.5 is not a whole number; 2 or 3 would work`, []string{"--trees", "2.5"}},
		{2, `--c = "" is not a number; one from 1e-6 to 1e6 would work`, []string{"--c", ""}},
		{2, `--seed = "-1" is not a whole number; one from 0 to 18446744073709551615 would work`, []string{"--seed", "-1"}},
		{2, `--held-out = "half" is not a number; one such as 0.2 would work`, []string{"--held-out", "half"}},
		{2, "scale = \"age\"", []string{"--data", data, "--label", "ill", "--model", "tree", "--scale", "age"}},
		{1, "missing values: bmi 1", []string{"--data", data, "--label", "ill", "--model", "tree"}},
		{1, `column = "il" is not known; nearest: ill`, []string{"--data", data, "--label", "il", "--model", "tree"}},
		{1, `feature = "agee" is not known`, []string{"--data", data, "--label", "ill", "--model", "tree", "--missing", "drop", "--private", "agee"}},
		{1, "there is no folder", []string{"--data", data, "--label", "il", "--model", "tree", "-o", filepath.Join(taken+"-folder", "m.json")}}, // refused before it is read
		{1, "or to drop it (--drop 'the name')", []string{"--data", wordy, "--label", "ill", "--model", "tree"}},
		{1, "exists already", []string{"--data", data, "--label", "ill", "--model", "tree", "--missing", "drop", "-o", taken}},
		{1, "no such file", []string{"--data", data + "x", "--label", "ill", "--model", "tree"}},
	} {
		status, _, trouble := call("", append([]string{"train"}, c.args...)...)
		if status != c.status || !strings.Contains(trouble, c.says) {
			t.Errorf("%q: status %d, want %d: %s, want %q", c.args, status, c.status, trouble, c.says)
		}
		if strings.Count(trouble, "dpscope:") != 1 || strings.Contains(trouble, "strconv") {
			t.Errorf("%q: %s", c.args, trouble)
		}
	}
	if text, _ := os.ReadFile(taken); string(text) != "mine" {
		t.Error("a file was written over")
	}
}

// A column with "=" in its name can be scaled, and a flag that kinds of learners share says what each takes without it.
func TestTrainFlags(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := os.WriteFile(path, []byte("a=b,ill\n"+strings.Repeat("1,0\n2,1\n", 20)), 0o644); err != nil {
		t.Fatal(err)
	}
	status, out, trouble := call("", "train", "--data", path, "--label", "ill", "--model", "tree", "--depth", "3", "--scale", "a=b=1,4")
	if status != 0 || !strings.Contains(out, `"a=b":{"offset":1,"divisor":4}`) || !strings.Contains(trouble, "depth at most 3") {
		t.Errorf("status %d, %s, %s", status, out, trouble)
	}
	if _, out, _ := call("", "train", "--help"); !strings.Contains(out, "1 to 512; default 6, for forest 512") {
		t.Error(out)
	}
}

// An id is neither learnt from nor perturbed; where no column is named private, the first measured ones are, and the program
// says so.
func TestTrainChoosesWhatIsPrivate(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,smokes,male,age,bmi,weight,ill\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d,%s,%d,%d,%d,%d,%d\n", 9000+7*i, []string{"no", "yes", "former"}[i%3], i%2, 20+i%40, 20+i%17, 50+i%31, (i%40)/25)
	}
	folder := t.TempDir()
	data, out := filepath.Join(folder, "people.csv"), filepath.Join(folder, "m.json")
	if err := os.WriteFile(data, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags         []string
		private, says string
		learnt        bool
	}{
		{nil, "age,bmi", "private: age and bmi, the first that are measured (--private names others)", false},
		{[]string{"--private", "weight"}, "weight", "tell records apart, and nothing about them: id 60", false},
		{[]string{"--private", "id"}, "id", "", true},
		{[]string{"--keep", "id"}, "age,bmi", "", true},
	} {
		status, _, trouble := call("", append([]string{"train", "--data", data, "--label", "ill", "--model", "tree", "-o", out, "--force"}, c.flags...)...)
		m, err := model.Open(out)
		if status != 0 || err != nil || !strings.Contains(trouble, c.says) {
			t.Fatalf("%q: status %d, %v, %s", c.flags, status, err, trouble)
		}
		if got := strings.Join(m.PrivateNames(), ","); got != c.private {
			t.Errorf("%q: private are %s, want %s", c.flags, got, c.private)
		}
		if got := slices.Contains(m.FeatureNames(), "id"); got != c.learnt {
			t.Errorf("%q: id is learnt from: %v", c.flags, got)
		}
	}
}

// A private training writes what it spent, which attack?of=model reads and the views of classifiers say; a flag that does not
// apply to it is refused in a line.
func TestTrainPrivately(t *testing.T) {
	data := patients(t)
	base := []string{"train", "--data", data, "--label", "ill", "--missing", "drop", "--private", "age"}
	const declared = "--scale age=0,100 --scale bmi=0,60 --words smokes=no,yes,former "
	out := filepath.Join(t.TempDir(), "private.json")
	for _, c := range []struct {
		args, says, taken string
	}{
		{declared + "--model logistic --private-epsilon 2 --balance threshold --imbalance 2", "ε = 2.00 (one record replaced by another)", ""},
		{"--scale age=0,100 --scale bmi=0,60 --drop smokes --model logistic --private-epsilon 2", "ε = 2.00 (one record replaced by another)", ""},
		{declared + "--model mlp --width 4 --hidden 1 --private-epsilon 2 --delta 1e-5 --balance weights --steps 50", "ε = 2.00, δ = 10^-5 (one record added or removed)", "class ratio"},
		{"--scale age=0,100 --model logistic --private-epsilon 2 --scale-from-data", "ε = 2.00 (one record replaced by another)", "scale of bmi, words of smokes"},
	} {
		status, _, trouble := call("", slices.Concat(base, strings.Fields(c.args), []string{"-o", out, "--force"})...)
		if status != 0 || !strings.Contains(trouble, c.says) || strings.Contains(trouble, "no guarantee: no ε covers what is taken from the records ("+c.taken+")") != (c.taken != "") || !strings.Contains(trouble, "do not release") {
			t.Fatalf("%s: status %d: %s", c.args, status, trouble)
		}
		if status, shown, trouble := call("", "show", "utility?classifier="+out, "--width", "400", "--height", "40"); status != 0 || !strings.Contains(shown, "trained privately: "+c.says) {
			t.Errorf("%s: the page of the model says %s%s", c.args, shown, trouble)
		}
		status, read, trouble := call("", "read", "attack?of=model&model="+out+"&delta=1e-5")
		if status != 0 || strings.Contains(read, ",right,1,") != (c.taken != "") || strings.Contains(read, ",epsilon-at-delta,INF,") != (c.taken != "") || strings.Contains(read, ",right-weights,") != (c.taken != "") {
			t.Errorf("%s: attack says %s%s", c.args, read, trouble)
		}
		report := filepath.Join(t.TempDir(), "r.md")
		if status, _, trouble := call("", "report", "attack?of=model&model="+out, "-o", report); status != 0 {
			t.Fatal(trouble)
		}
		if text, err := os.ReadFile(report); err != nil || strings.Contains(string(text), "Warning: No guarantee: no ε covers") != (c.taken != "") {
			t.Errorf("%s: its report says %s, %v", c.args, text, err)
		}
	}
	for args, says := range map[string]string{
		"--model boosted --private-epsilon 1":                                          "--model boosted has no private training; logistic or mlp would work",
		"--model mlp --private-epsilon 1 --by perturbation":                            "sgd would work",
		"--model logistic --private-epsilon 1 --by sgd --gradient-clip 0":              "gradient-clip = 0 is outside",
		"--model logistic --private-epsilon 1 --c 3":                                   "--c means nothing to a private training",
		"--model logistic --private-epsilon 1 --steps 3":                               "--by sgd would work",
		"--model logistic --private-epsilon 0":                                         "private-epsilon = 0 is outside",
		"--model logistic --private-epsilon 1 --imbalance 3":                           "--imbalance is for --balance weights or threshold",
		"--model logistic --private-epsilon 1 --balance fair":                          `balance = "fair" is not known`,
		"--model logistic --balance fair":                                              `balance = "fair" is not known`,
		"--model logistic --balance threshold":                                         "--balance threshold is for a private training; --private-epsilon 1 besides, or weights, would work",
		"--model forest --balance weights":                                             "--balance weights is not for --model forest, which takes no weights; logistic, boosted or mlp would work",
		"--model logistic --by sgd":                                                    "--by is for a private training",
		"--model logistic --delta 1e-5":                                                "--delta is for a private training",
		"--model logistic --scale-from-data":                                           "--scale-from-data is for a private training",
		"--model logistic --private-epsilon 1 --missing fill":                          "--missing drop would work",
		"--model logistic --private-epsilon 1 --drop-constant":                         "--drop with their names would work",
		"--model logistic --private-epsilon 1 --words smokes=no":                       "--words = \"smokes=no\" is not NAME=WORD,WORD",
		"--model logistic --private-epsilon 1 --words age=1,2 --scale age=0,1":         `--words of "age" is given besides`,
		declared + "--model logistic --private-epsilon 0.001 --by sgd --delta 1e-5 -o": "",
	} {
		if says == "" {
			if status, _, trouble := call("", slices.Concat(base, strings.Fields(args), []string{out, "--force"})...); status != 0 {
				t.Errorf("%s: status %d: %s", args, status, trouble)
			}
			continue
		}
		if status, _, trouble := call("", slices.Concat(base, strings.Fields(args))...); status != 2 || !strings.Contains(trouble, says) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%s: status %d: %q, want %q", args, status, trouble, says)
		}
	}
}

// A private training takes no scale and no words from the records unless it is asked to; the refusal names the flag.
func TestTrainPrivatelyDeclares(t *testing.T) {
	data := patients(t)
	base := []string{"train", "--data", data, "--label", "ill", "--missing", "drop", "--model", "logistic", "--private-epsilon", "1"}
	for _, c := range []struct{ args, says string }{
		{"", "scale of age, scale of bmi, words of smokes would be taken from the records, which no ε covers; declared ones would work (--scale 'age=0,100', --words 'smokes=no,yes', or --scale-from-data)"},
		{"--scale age=0,100 --words smokes=no,yes,former", "scale of bmi would be taken from the records, which no ε covers; declared ones would work (--scale 'bmi=0,100', or --scale-from-data)"},
		{"--scale age=0,100 --scale bmi=0,60", "words of smokes would be taken"},
	} {
		if status, _, trouble := call("", slices.Concat(base, strings.Fields(c.args))...); status != 1 || !strings.Contains(trouble, c.says) {
			t.Errorf("%s: status %d: %s", c.args, status, trouble)
		}
	}
}

// No value moves which records and columns a private training learns from: with one record replaced, by another class and an
// undeclared word, the same ones are held out, and a declared column that never changes stays.
func TestTrainPrivatelyBlind(t *testing.T) {
	folder := t.TempDir()
	var said []string
	for _, first := range []string{"20,no,7,0", "99,never,7,1"} {
		var b strings.Builder
		b.WriteString("age,smokes,flat,ill\n" + first + "\n")
		for i := range 119 {
			fmt.Fprintf(&b, "%d,%s,7,%d\n", 20+i%60, []string{"no", "yes"}[i%2], (i%60)/40)
		}
		data, out := filepath.Join(folder, "people.csv"), filepath.Join(folder, "m.json")
		if err := os.WriteFile(data, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		status, _, trouble := call("", "train", "--data", data, "--label", "ill", "--model", "logistic", "--private-epsilon", "1",
			"--scale", "age=0,100", "--scale", "flat=0,10", "--words", "smokes=no,yes", "-o", out, "--force")
		if status != 0 {
			t.Fatal(trouble)
		}
		m, err := model.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		var trained string
		for _, n := range m.Provenance {
			if n.Key == "trained_on" {
				trained = n.Text
			}
		}
		said = append(said, fmt.Sprint(m.FeatureNames(), m.PrivateNames(), m.Uncovered(), m.Features[0].Scale, trained))
	}
	if said[0] != said[1] || !strings.Contains(said[0], "flat") {
		t.Errorf("%s, and of a neighbour %s", said[0], said[1])
	}
}
