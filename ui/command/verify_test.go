package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// An exported law is certified at the guarantee it was made for, and at no less.
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

// Laws that reveal a record are refused by both certificates, which name one shift.
func TestVerifyRefutes(t *testing.T) {
	for _, c := range []struct {
		name, rows, args string
		status           int
		says             []string // text that each line contains
	}{
		{"no noise", "0,0,1", "--epsilon 0 --delta 0", 1, []string{"delta 1, to ", "at a shift of "}},
		{"no shift of 1", "-5,-5,0.5\n5,5,0.5", "--epsilon 0.1 --delta 0", 1, []string{"delta 1, to ", "any whole shift up to 1\n"}},
		{"a shift past the law", "-1,-1,.25\n0,0,.5\n1,1,.25", "--epsilon 1 --delta 0.75 --sensitivity 3", 1, []string{"delta 1, to ", "at a shift of -3"}},
		{"points under real shifts", "0,1,.25\n1,2,.25\n0,0,.25\n1,1,.25", "--epsilon 1 --delta 0.74", 1, []string{"delta 0.75, to ", "beside a shift of -1, at which two points meet"}},
		{"more than nothing", "-1,-1,1e-15\n0,0,0.999999999999998\n1,1,1e-15", "--epsilon 40 --delta 0", 1, []string{"delta 1e-15, to ", "more than 0\n"}},
		{"a hair too much", "-1,0,0.3000000000000001\n0,1,0.6999999999999999", "--epsilon 1 --delta 0.7", 0, []string{"at most 0.7 without any rounding"}},
		{"just as much", "-2,-1,.25\n-1,0,.25\n0,1,.25\n1,2,.25", "--epsilon 1 --delta 0.25", 0, []string{"delta 0.25, to ", "at most 0.25 without any rounding"}},
		{"less by a hair", "-2,-1,.25\n-1,0,.25\n0,1,.25\n1,2,.25", "--epsilon 1 --delta 0.2499999999999999", 1, []string{"more than 0.2499999999999999\n"}},
		{"pieces of other widths", "0,1,0.5\n1,3,0.5", "--epsilon 1 --delta 0.5", 0, []string{"at most 0.5 without any rounding"}},
		{"a sensitivity of half a piece", "0,1,0.5\n1,2,0.5", "--epsilon 1 --delta 0.75 --sensitivity 1.5", 0, []string{"at most 0.75 without any rounding"}},
		{"masses of seven digits", "0,0,0.3333333\n1,1,0.3333333\n2,2,0.3333333", "--epsilon 1 --delta 0.5", 0, []string{"the masses add up to 0.9999999, and were divided by that\ndelta 0.333333333333, "}},
		{"a grid of thirds", "0,0.3333333333333333,.5\n0.3333333333333333,0.6666666666666666,.25\n0.6666666666666666,1,.25", "--epsilon 1 --delta 1 --exact", 0, []string{"multiples of 0.333333333333 that they are but for rounding"}},
	} {
		file := filepath.Join(t.TempDir(), "law.csv")
		if err := os.WriteFile(file, []byte("low,high,mass\n"+c.rows+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"verify", file}, strings.Fields(c.args)...)
		for _, all := range [][]string{args, append(args, "--exact")} {
			status, out, trouble := call("", all...)
			if status != c.status || (status == 1) != strings.Contains(trouble, "not private") {
				t.Errorf("%s: status %d, %q, %q", c.name, status, out, trouble)
			}
			for _, says := range c.says {
				if !strings.Contains(out, says) {
					t.Errorf("%s: %q, want %q", c.name, out, says)
				}
			}
			_, first, _ := strings.Cut(out, "a shift of ")
			_, second, both := strings.Cut(first, "a shift of ")
			if number := regexp.MustCompile(`^-?[0-9.e+-]+[0-9]`); both && number.FindString(first) != number.FindString(second) {
				t.Errorf("%s: two shifts in %q", c.name, out)
			}
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "law.csv")
	if err := os.WriteFile(file, []byte("low,high,mass\n0,1,0.5\n2,3,0.5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	point := filepath.Join(t.TempDir(), "point.csv")
	if err := os.WriteFile(point, []byte("low,high,mass\n0,0,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	long := filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(long, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(long, 300<<20); err != nil { // a line without an end
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{long + " --epsilon 1 --delta 0", 1, "it has 300 MB; at most 16 MB would work"},
		{"/dev/zero --epsilon 1 --delta 0", 1, "not a regular file"},
		{file + " --epsilon 1 --delta 0.2", 1, "there is a gap"},
		{point + " --epsilon 1 --delta 1 --sensitivity 0.5", 1, "points alone are noise for whole numbers"},
		{file + " --epsilon 1 --delta 1 --sensitivity 0", 2, "sensitivity = 0 is outside [1e-12, 1e12]"},
		{file + " --epsilon 1 --delta 1 --sensitivity 1e13", 2, "sensitivity = 1e13 is outside [1e-12, 1e12]"},
		{file + " --epsilon inf --delta 1", 2, "epsilon"},
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

// A refuted law with a support too short for any noise is told so, with the least length.
func TestVerifyTooShort(t *testing.T) {
	file := filepath.Join(t.TempDir(), "law.csv")
	for _, c := range []struct{ rows, args, says, not string }{
		{"-2,2,1", "--epsilon 1 --delta 0.3 --also 5:1e-6,0:0.3", "at most 4 × the sensitivity, from end to end, keeps it: more than 9 × is needed", ""},
		{"-2,2,1", "--epsilon 1 --delta 1 --below normal:1:1e-6", "at most 4 × the sensitivity, from end to end, keeps it: more than 11 × is needed", ""},
		{"-4,4,1", "--epsilon 1 --delta 1 --below normal:1:1e-6 --sensitivity 2", "at most 4 × the sensitivity, from end to end, keeps it: more than 11 × is needed", ""},
		{"-2,2,1", "--epsilon 1 --delta 1 --below normal:1:0", "no noise whose support ends is below a curve without a floor", ""},
		{"-2,2,1", "--epsilon 1 --delta 0", "no noise whose support ends keeps delta = 0", ""},
		{"-1,0,0.1\n0,5,0.9", "--epsilon 0 --delta 0.17", "is not private at delta = 0.17", "keeps it"},
		{"0,0,1", "--epsilon 1 --delta 0.1", "at most 1 × the sensitivity, from end to end, keeps it: more than 4 × is needed", ""},
		{"-1,-1,0.5\n1,1,0.5", "--epsilon 1 --delta 0.3", "is not private at delta = 0.3", "keeps it"},
	} {
		if err := os.WriteFile(file, []byte("low,high,mass\n"+c.rows+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		status, out, trouble := call("", append([]string{"verify", file}, strings.Fields(c.args)...)...)
		if status != 1 || !strings.Contains(trouble, c.says) || c.not != "" && strings.Contains(trouble, c.not) {
			t.Errorf("%s %s: status %d, %q, %q", c.rows, c.args, status, out, trouble)
		}
	}
}

// Noise for several points, or a whole curve, is certified at each, and at no less.
func TestVerifyFurther(t *testing.T) {
	file := filepath.Join(t.TempDir(), "law.csv")
	for _, c := range []struct {
		address, args string
		status        int
		says          string
	}{
		{"noise?epsilon=1&delta=0.1&also=0:0.35,3:0.002&sensitivity=5&beta=0.5", "--epsilon 1 --delta 0.1 --also 3:0.002,0:0.35", 0, ""},
		{"noise?epsilon=1&delta=0.1&also=0:0.35,3:0.002&sensitivity=5&beta=0.5", "--epsilon 1 --delta 0.1 --also 3:0.002,0:0.35 --exact", 0, ""},
		{"noise?epsilon=1&delta=0.1&also=0:0.35,3:0.002&sensitivity=5&beta=0.5", "--epsilon 1 --delta 0.1 --also 3:0.0019,0:0.35", 1, "not private at delta = 0.0019, epsilon = 3; the worst event is "},
		{"noise?epsilon=1&delta=0.1&also=0:0.35,3:0.002&sensitivity=5&beta=0.5", "--epsilon 1 --delta 0.1 --also 0:0.34 --exact", 1, "not private at delta = 0.34, epsilon = 0"},
		{"noise?below=normal:1:1e-3&sensitivity=5&beta=1.25", "--epsilon 1 --delta 0.13 --below normal:1:1e-3", 0, ""},
		{"noise?below=normal:1:1e-3&sensitivity=5&beta=1.25", "--epsilon 1 --delta 0.13 --below normal:0.99:1e-3", 1, "not below the curve at mu = 0.99 with a floor of 0.001"},
		{"noise?below=normal:1:1e-3&sensitivity=5&beta=1.25", "--epsilon 1 --delta 0.13 --below normal:1:9e-4", 1, "not below the curve at mu = 1 with a floor of 0.0009"},
		{"noise?below=normal:1:1e-3&sensitivity=5&beta=1.25", "--epsilon 1 --delta 0.13 --below normal", 2, `--below: "normal" is no curve`},
		{"noise?below=normal:1:1e-3&sensitivity=5&beta=1.25", "--epsilon 1 --delta 0.13 --also 1", 2, `--also: "1" is no point`},
	} {
		if status, _, trouble := call("", "export", c.address, "-o", file, "--force"); status != 0 {
			t.Fatal(c.address, trouble)
		}
		args := append([]string{"verify", file, "--sensitivity", "5"}, strings.Fields(c.args)...)
		status, out, trouble := call("", args...)
		if status != c.status || !strings.Contains(trouble, c.says) {
			t.Errorf("%s: status %d, %q, %q", c.args, status, out, trouble)
		}
		if status == 0 && strings.Contains(c.args, "also") && strings.Count(out, "greatest divergence") != 3 {
			t.Errorf("%s: %q", c.args, out)
		}
	}
}
