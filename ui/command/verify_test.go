package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An exported law is certified at what it was made for, and at no less.
func TestVerifyWhatWasExported(t *testing.T) {
	file := filepath.Join(t.TempDir(), "law.csv")
	for _, address := range []string{"noise?epsilon=1&delta=0.2&sensitivity=5&beta=0.5&support=2", "noise?query=count&epsilon=1&delta=0.2&sensitivity=5&support=4",
		"noise?atom=on&epsilon=1&delta=0.2&sensitivity=5&beta=0.5&support=2"} {
		if status, _, trouble := call("", "export", address, "-o", file, "--force"); status != 0 {
			t.Fatal(address, trouble)
		}
		for _, c := range []struct {
			epsilon, delta string
			status         int
			says           string
		}{
			{"1", "0.2", 0, ""}, {"1.5", "0.2", 0, ""}, {"1", "0.199", 1, "not private at delta = 0.199; the worst event is "}, {"0.9", "0.2", 1, "the worst event is "},
		} {
			status, out, trouble := call("", "verify", file, "--epsilon", c.epsilon, "--delta", c.delta, "--sensitivity", "5")
			if status != c.status || !strings.HasPrefix(out, "delta 0.") || !strings.Contains(trouble, c.says) {
				t.Errorf("%s at ε = %s, δ = %s: status %d, %q, %q", address, c.epsilon, c.delta, status, out, trouble)
			}
			status, out, trouble = call("", "verify", file, "--epsilon", c.epsilon, "--delta", c.delta, "--sensitivity", "5", "--exact")
			if status != c.status || !strings.Contains(out, "in rational numbers delta is about 0.") || !strings.Contains(trouble, c.says) {
				t.Errorf("%s in rational numbers, at ε = %s, δ = %s: status %d, %q, %q", address, c.epsilon, c.delta, status, out, trouble)
			}
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "law.csv")
	if err := os.WriteFile(file, []byte("low,high,mass\n0,1,0.5\n2,3,0.5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	uneven, even := filepath.Join(t.TempDir(), "uneven.csv"), filepath.Join(t.TempDir(), "even.csv")
	for name, rows := range map[string]string{uneven: "low,high,mass\n0,1,0.5\n1,3,0.5\n", even: "low,high,mass\n0,1,0.5\n1,2,0.5\n"} {
		if err := os.WriteFile(name, []byte(rows), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{file + " --epsilon 1 --delta 0.2", 1, "there is a gap"},
		{uneven + " --epsilon 1 --delta 1 --exact", 1, "the piece from 0 to 1 is not as wide as the others"},
		{even + " --epsilon 1 --delta 1 --sensitivity 1.5 --exact", 1, "the sensitivity 1.5 is no multiple of 1"},
		{file + "x --epsilon 1 --delta 0.2", 1, "no such file"},
		{file + " --epsilon 1", 2, "--delta is missing"},
		{file + " --epsilon -1 --delta 0", 2, "epsilon = -1 is outside [0, 100]"},
		{"--epsilon 1 --delta 0.2", 2, "0 files are given"},
	} {
		if status, _, trouble := call("", append([]string{"verify"}, strings.Fields(c.args)...)...); status != c.status || !strings.Contains(trouble, c.says) {
			t.Errorf("%s: status %d, %q", c.args, status, trouble)
		}
	}
}
