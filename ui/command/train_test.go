package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/learners"
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
	for _, kind := range learners.Learners.Kinds {
		for _, suffix := range []string{".json", ".json.gz"} {
			out := filepath.Join(t.TempDir(), kind.Name+suffix)
			status, _, trouble := call("", "train", "--data", data, "--label", "ill", "--model", kind.Name, "--private", "age", "--missing", "fill", "-o", out)
			if status != 0 || !strings.Contains(trouble, "held out") || !strings.Contains(trouble, "bmi 1") {
				t.Fatalf("%s: status %d: %s", kind.Name, status, trouble)
			}
			model, err := learners.Open(out)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(model.PrivateNames(), ","); got != "age" {
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
		{2, "scale = \"age\"", []string{"--data", data, "--label", "ill", "--model", "tree", "--scale", "age"}},
		{1, "missing values: bmi 1", []string{"--data", data, "--label", "ill", "--model", "tree"}},
		{1, `column = "il" is not known; nearest: ill`, []string{"--data", data, "--label", "il", "--model", "tree"}},
		{1, `feature = "agee" is not known`, []string{"--data", data, "--label", "ill", "--model", "tree", "--missing", "drop", "--private", "agee"}},
		{1, "exists already", []string{"--data", data, "--label", "ill", "--model", "tree", "--missing", "drop", "-o", taken}},
		{1, "no such file", []string{"--data", data + "x", "--label", "ill", "--model", "tree"}},
	} {
		status, _, trouble := call("", append([]string{"train"}, c.args...)...)
		if status != c.status || !strings.Contains(trouble, c.says) {
			t.Errorf("%q: status %d, want %d: %s, want %q", c.args, status, c.status, trouble, c.says)
		}
	}
	if text, _ := os.ReadFile(taken); string(text) != "mine" {
		t.Error("a file was written over")
	}
}

func TestConvertPrintsAScript(t *testing.T) {
	status, out, _ := call("", "convert")
	if status != 0 || !strings.Contains(out, "def save_model(") || strings.Contains(out, "import pickle") {
		t.Errorf("status %d, %d bytes", status, len(out))
	}
}
