package command

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms"
	"dpscope/ui/code"
	"dpscope/views"
)

// withNumpy returns a Python that has numpy; .ci/run installs one.
func withNumpy(t *testing.T) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} { // Debian's package belongs to the second
		if exec.Command(python, "-c", "import numpy").Run() == nil {
			return python
		}
	}
	t.Skip("no python3 has numpy; apt-get install python3-numpy would bring it")
	return ""
}

// coded lists addresses that have Python lines for their main answer, at middling and at extreme settings, with every such
// mechanism.
func coded() (list []string) {
	for _, k := range mechanisms.All.Kinds {
		epsilon := "1"
		if k.Name == "gaussian-classic" {
			epsilon = "0.5"
		}
		if made, err := k.New(param.Values{}.With(mechanisms.Epsilon, 0.5)); err == nil {
			if _, has := made.(mechanisms.InPython); !has {
				continue
			}
		}
		for _, rest := range []string{"&show=neighbour&x=0.3&neighbour=0.7", "&show=neighbour&x=0&neighbour=1", "&show=window&x=0.5&from=0.25&to=0.75", "&show=window&x=0.05&from=0&to=0.3"} {
			list = append(list, "concentration?mechanism="+k.Name+"&epsilon="+epsilon+rest)
		}
	}
	list = append(list, "concentration?mechanism=pm&epsilon=8&show=neighbour", "concentration?mechanism=laplace&epsilon=0.01&show=neighbour", "concentration?mechanism=krr&bins=2&show=neighbour",
		"compare", "compare?preset=edge", "compare?epsilon=0.5&x=0.9&stand-out=gaussian,gaussian-classic", "compare?show=plane", "compare?show=plane&preset=winner-edge",
		"flips", "flips?epsilon=0", "success?show=outcomes", "success?show=outcomes&n=999", "success", "success?n=41&epsilon=1.5", "success?show=limit", "success?preset=table-2",
		"noise?preset=pure", "noise?delta=0&sensitivity=3&loss=l2", "noise?epsilon=0.1&delta=0", "noise?epsilon=6&delta=0&loss=l2", "flips?show=outcomes", "flips?show=outcomes&labels=10&epsilon=1.5", "flips?show=outcomes&labels=1",
		"survey", "survey?asked=everyone&epsilon=0.2", "survey?asks=options&k=9&protocol=response&true-share=0", "survey?asks=options&k=9&protocol=oue&asked=everyone",
		"survey?asks=options&k=9&protocol=olh", "survey?asks=options&k=100", "survey?trust=office", "survey?trust=office&asked=everyone&asks=options&epsilon=0.3", "survey?asks=number",
		"attack?of=claim&epsilon=1&delta=0.01", "attack?of=response", "attack?of=labels&epsilon=1", "attack?of=laplace", "attack?of=normal")
	return list
}

// The printed lines give the values of read; one Python process runs all of them.
func TestCodePrintsTheAnswer(t *testing.T) {
	effort.ForNumbers(t)
	python := withNumpy(t)
	ctx := worktest.Session(context.Background(), 64<<20)
	type script struct {
		address, want string
		within        float64
		Lines         string
	}
	var scripts []script
	var all []string
	for _, address := range coded() {
		v, values, err := views.Open(address)
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		p, err := v.Python(ctx, values)
		if err != nil || p.Numpy == "" {
			t.Errorf("%s has no lines: %s, %v", address, p.None, err)
			continue
		}
		known, err := v.Value(ctx, values, p.Answer)
		if err != nil || known.Missing() {
			t.Errorf("%s: %s is %+v, %v", address, p.Answer, known, err)
			continue
		}
		want := known.Word
		if want == "" {
			want = strconv.FormatFloat(known.Value, 'g', -1, 64)
		}
		lines, err := code.Lines(ctx, v, values, code.Answer, thisProgram())
		if err != nil {
			t.Fatal(err)
		}
		scripts, all = append(scripts, script{address, want, max(p.Within, 1e-9), lines}), append(all, lines)
	}
	input, _ := json.Marshal(all)
	run := exec.Command(python, "-c", "import sys, json, io, contextlib\nfor s in json.load(sys.stdin):\n    out = io.StringIO()\n    with contextlib.redirect_stdout(out):\n        exec(s, {})\n    print(out.getvalue().strip())\n")
	run.Stdin = strings.NewReader(string(input))
	var trouble strings.Builder
	run.Stderr = &trouble
	out, err := run.Output()
	if err != nil {
		t.Errorf("Python: %v\n%s", err, trouble.String())
	}
	printed := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, s := range scripts {
		if i >= len(printed) {
			t.Fatalf("%s prints nothing:\n%s", s.address, s.Lines)
		}
		got, want := printed[i], s.want
		a, err := strconv.ParseFloat(got, 64)
		b, err2 := strconv.ParseFloat(want, 64)
		if err == nil && err2 == nil && math.Abs(a-b) <= s.within*max(math.Abs(b), 1e-3) || got == want {
			continue
		}
		t.Errorf("%s prints %s, want %s", s.address, got, want)
	}
}

// Python parses the lines of the libraries; each names its version and says how it differs.
func TestLibraryLinesAreRead(t *testing.T) {
	effort.ForNumbers(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3; apt-get install python3 would bring it")
	}
	var all []string
	addresses := []string{"flips", "success?show=outcomes", "success", "flips?show=outcomes", "noise?preset=pure", "noise?preset=start"}
	for _, k := range mechanisms.All.Kinds {
		addresses = append(addresses, fmt.Sprintf("concentration?mechanism=%s&epsilon=0.5", k.Name))
	}
	for _, address := range addresses {
		v, values, err := views.Open(address)
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.Python(context.Background(), values)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Libraries {
			if l.Version == "" || !strings.HasSuffix(l.Differs, ".") || !strings.Contains(l.Lines, "print(") {
				t.Errorf("%s: %+v", address, l)
			}
		}
		if len(p.Libraries) > 0 {
			text, err := code.Lines(context.Background(), v, values, code.Libraries, thisProgram())
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text)
		}
	}
	if len(all) < 12 {
		t.Errorf("%d addresses have libraries", len(all))
	}
	input, _ := json.Marshal(all)
	run := exec.Command(python, "-c", "import ast, json, sys\nfor s in json.load(sys.stdin): ast.parse(s)")
	run.Stdin = strings.NewReader(string(input))
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%s", out)
	}
}

// The lines of a library name the ε of the page, or name the actual one beside it and say so.
func TestLibraryLinesNameTheBudget(t *testing.T) {
	given := regexp.MustCompile(`epsilon(?:, \w+)* = ([0-9.e-]+)|epsilon=([0-9.e-]+)`)
	var addresses []string
	for _, k := range mechanisms.All.Kinds {
		addresses = append(addresses, "concentration?mechanism="+k.Name+"&epsilon=")
	}
	read := 0
	for _, address := range append(addresses, "flips?epsilon=", "success?show=outcomes&epsilon=", "success?epsilon=", "flips?show=outcomes&epsilon=", "noise?sensitivity=3&epsilon=", "noise?loss=l2&sensitivity=3&epsilon=") {
		for _, epsilon := range []string{"0.5", "0.7"} {
			v, values, err := views.Open(address + epsilon)
			if err != nil {
				t.Fatal(err)
			}
			p, err := v.Python(context.Background(), values)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range p.Libraries {
				read++
				found := given.FindStringSubmatch(l.Lines)
				named := found != nil && found[1]+found[2] == epsilon
				said := strings.Contains(l.Differs, "actual") && (found == nil || strings.Contains(l.Differs, found[1]+found[2]))
				if !named && !said {
					t.Errorf("%s%s: the lines of %s name %q; %s", address, epsilon, l.Name, found, l.Differs)
				}
			}
		}
	}
	if read < 50 {
		t.Errorf("%d lines were read", read)
	}
}

func TestCodeCalls(t *testing.T) {
	for _, c := range []struct {
		args         []string
		status       int
		out, trouble string
	}{
		{[]string{"code", "flips"}, 0, "import numpy as np", ""},
		{[]string{"code", "concentration?mechanism=laplace", "--libraries"}, 0, "# pip install opendp==0.12.1\n# It differs: ", ""},
		{[]string{"code", "concentration?mechanism=pm", "--libraries"}, 1, "", "no mechanism that OpenDP, diffprivlib or pure-LDP makes; its main answer has lines of numpy"},
		{[]string{"code", "race"}, 1, "", "race has no lines in Python: losses are trained here"},
		{[]string{"code", "success?show=outcomes&n=1e9"}, 1, "", "takes Python too long"},
		{[]string{"code", "attack?of=training"}, 1, "", "no closed form"},
		{[]string{"code", "noise?preset=size"}, 1, "", "with δ > 0 a linear program finds the least loss"},
		{[]string{"code"}, 2, "", "one is needed"},
		{[]string{"code", "flipz"}, 2, "", "nearest: flips"},
	} {
		status, out, trouble := call("", c.args...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(trouble, c.trouble) {
			t.Errorf("%q: %d, %.200q, %s", c.args, status, out, trouble)
		}
	}
}
