package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// A run is judged by the way it drew its batches, and the exit status is its verdict.
func TestCheck(t *testing.T) {
	effort.Unwatched(t)
	scripts := filepath.Join(repository, "engine", "script", "testdata")
	shuffled := filepath.Join(scripts, "opacus_shuffled.py")
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const flags = "--records 60000 --batch 256 --epochs 15 --sigma 1.1 --delta 1e-5 "
	for _, c := range []struct {
		args   string
		status int
		says   []string
		wrong  string
	}{
		{shuffled, misuse, []string{"sigma = 1.1, line 10: noise_multiplier of make_private", "asked for: records, as nothing that is read in the script says it"}, "add --records N, how many rows are trained on"},
		{shuffled + " --records 60000", ok, []string{"drawn = shuffled, line 6: shuffle of DataLoader, as poisson_sampling is off on line 10",
			"This run does not keep what Opacus prints, ε = 1.14 or about that. What would: draw each record by a coin in every step (poisson_sampling=True, as Opacus does by itself): ε is then at most 1.14.",
			"ε is between 6.00 and 20.6, not 1.14, as batches were shuffled", "ε at least: 6.00", "ε at most: 20.6", "dpscope 'run?show=claim&drawn=shuffled"}, ""},
		{shuffled + " --records 60000 --claimed 1.14", untrue, []string{"The claim of 1.14 does not hold: ε is at least 6.00 with or without a record's gradient, as batches were shuffled.",
			"What would keep ε = 1.14: draw each record by a coin in every step (poisson_sampling=True, as Opacus does by itself): ε is then at most 1.14; or keep the way of drawing with σ = 12.9."}, "the claim does not hold"},
		{shuffled + " --records 60000 --claimed 21", ok, []string{"The claim of 21.0 holds: ε is at most 20.6"}, ""},
		{shuffled + " --records 60000 --claimed 10", undecided, []string{"Whether the claim of 10.0 holds cannot be told: ε is between 6.00 and 20.6"}, "cannot be told"},
		{shuffled + " --records 60000 --claimed 2 --neighbours left-out", undecided, []string{"Not covered: the sizes of batches and the number of steps tell how many records there are"}, "not covered"},
		{shuffled + " --records 60000 --sigma 1e9", misuse, nil, "sigma = 1e9"},
		{filepath.Join(scripts, "opacus_twice.py") + " --records 60000", misuse, []string{"asked for: sigma, as the script says 1.1 on line 3 and 0.7 on line 4"}, "add --sigma S, standard deviation of the noise on the sum of clipped gradients, in clips; and --epochs E, "},
		{filepath.Join(scripts, "opacus_notebook.ipynb") + " --records 60000 --claimed 9", ok, []string{"batch = 1024, cell 3, line 4"}, ""},
		{filepath.Join(scripts, "neither.py"), failed, nil, "no training with Opacus or TensorFlow Privacy is found"},
		{filepath.Join(scripts, "none.py"), failed, nil, "none.py"},
		{file("run.json", `{"records": 60000, "batch": 256, "epochs": 15, "sigma": 1.1, "delta": 1e-5, "drawn": "fixed-order", "claimed": 20}`), untrue, []string{"ε is at least 20.5"}, "does not hold"},
		{file("rate.json", `{"rate": "256/60000", "steps": 3525, "sigma": 1.1, "delta": 1e-5, "drawn": "poisson"}`) + " --claimed 1.2", ok, []string{"The claim of 1.2 holds"}, ""},
		{file("twice.json", `{"sigma": 1, "sigma": 2}`), failed, nil, "the run says sigma twice, 1 and 2"},
		{file("other.json", `{"records": 9, "batch": 3, "epochs": 1, "sigma": 1, "delta": 1e-5, "drawn": "poisson", "noise": 2}`), misuse, nil, `"noise"`},
		{flags + "--drawn shufled", misuse, nil, "shuffled"},
		{flags + "--drawn weighted", misuse, []string{"asked for: chance"}, "add --chance P, how likely"},
		{flags + "--drawn poisson --delta 0 --claimed 1", misuse, nil, "without δ never holds"},
		{strings.Replace(flags, "1.1", "0", 1) + "--drawn poisson", misuse, nil, "nothing is private"},
		{strings.Replace(flags, "--epochs 15", "--epochs 0", 1) + "--drawn poisson", misuse, nil, "epochs = 0"},
		{strings.Replace(flags, "256", "70000", 1) + "--drawn shuffled", misuse, nil, "exceeds the 60000 records"},
		{strings.Replace(flags, "--epochs 15", "--steps 0", 1) + "--drawn poisson", misuse, nil, "steps = 0 says nothing of a run"},
		{flags + "--drawn poisson --claimed 0", misuse, nil, "claimed = 0 says nothing of a run"},
		{"", misuse, nil, "no run is given"},
	} {
		status, out, trouble := call("", append([]string{"check"}, strings.Fields(c.args)...)...)
		if status != c.status || !strings.Contains(trouble, c.wrong) || (c.wrong == "") != (trouble == "") {
			t.Errorf("%s: status %d, %q; want %d, %q\n%s", c.args, status, trouble, c.status, c.wrong, out)
		}
		for _, says := range c.says {
			if !strings.Contains(out, says) {
				t.Errorf("%s does not say %q:\n%s", c.args, says, out)
			}
		}
	}
	status, out, _ := call("", append([]string{"check", "--json", "--claimed", "1", "--drawn", "shuffled"}, strings.Fields(flags)...)...)
	var report checkReport
	if err := json.Unmarshal([]byte(out), &report); err != nil || status != untrue || report.Verdict != "does-not-hold" || len(report.Readings) != 6 || *report.Readings[0].Value < 6 {
		t.Errorf("status %d, %v: %s", status, err, out)
	}
}
