package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/views"
)

// programs holds the commands that begin the program for the terminal and the worker's one.
type programs struct{ terminal, worker []string }

// bothPrograms makes the two programs.
func bothPrograms(t *testing.T) programs {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node runs the worker's program here, and is not installed")
	}
	folder := t.TempDir()
	native, wasm := filepath.Join(folder, "dpscope"), filepath.Join(folder, "dpscope.wasm")
	if out, err := exec.Command("go", "build", "-C", "..", "-o", native, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	packed := filepath.Join(built(t), "dpscope.wasm.gz")
	if out, err := exec.Command("sh", "-c", "gzip -dc '"+packed+"' > '"+wasm+"'").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	return programs{[]string{native}, []string{"node", "--stack-size=8192", runner, wasm}}
}

// output runs one of the programs, and returns what it prints.
func output(ctx context.Context, program []string, in string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program[0], slices.Concat(program[1:], args)...)
	cmd.Stdin = strings.NewReader(in)
	return cmd.Output()
}

// TestPagesEqualThoseOfTheTerminal compares each view's page, as the worker's program prints it, with that of the program for the
// terminal.
func TestPagesEqualThoseOfTheTerminal(t *testing.T) {
	both := bothPrograms(t)
	opened := views.All
	if testing.Short() || !effort.All() {
		opened = opened[:5]
	}
	for _, v := range opened {
		args := []string{"show", v.Name, "--width", "80", "--height", "24"}
		want, err := output(t.Context(), both.terminal, "", args...)
		if err != nil {
			t.Fatal(v.Name, err)
		}
		got, err := output(t.Context(), both.worker, "", args...)
		if err != nil {
			t.Fatal(v.Name, err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the page in a browser is\n%s\nand that of the terminal\n%s", v.Name, got, want)
		}
	}
}

// TestAnswersEqualThoseOfTheTerminal compares the answers of openings, and in a run of all those of presets. The program for the
// terminal is built with sums in assembly, so numbers may differ in their last digits.
func TestAnswersEqualThoseOfTheTerminal(t *testing.T) {
	both := bothPrograms(t)
	var addresses []string
	for _, v := range views.All {
		if takesSeconds[v.Name] && !effort.All() {
			continue
		}
		addresses = append(addresses, v.Name)
		for _, p := range v.Presets {
			if effort.All() {
				addresses = append(addresses, v.Name+"?preset="+p.Name)
			}
		}
	}
	in := strings.Join(addresses, "\n") + "\n"
	want, got := answers(t, both.terminal, in), answers(t, both.worker, in)
	if len(want) != len(addresses) || len(got) != len(want) {
		t.Fatalf("of %d addresses the terminal answers %d, and the worker %d", len(addresses), len(want), len(got))
	}
	unequal := exempt(t)
	for i, address := range addresses {
		trouble := differ(want[i], got[i])
		for name, difference := range trouble {
			if unequal[address+" "+name] == "" {
				t.Errorf("%s %s: %s", address, name, difference)
			}
		}
		for which, cause := range unequal {
			at, name, _ := strings.Cut(which, " ")
			if at == address && trouble[name] == "" {
				t.Errorf("%s is equal, and unequal.txt need not say that %s", which, cause)
			}
		}
	}
}

// takesSeconds names the views whose opening takes more than two seconds in a worker.
var takesSeconds = map[string]bool{
	"approaches": true, "attack": true, "bayes": true, "boundary": true, "learning": true, "race": true, "recommend": true,
	"run": true, "synthetic": true,
}

// answer is a line of read --json.
type answer struct {
	Address  string
	Error    string
	Readings []struct {
		Reading, Basis string
		Value          any
		Low, High      *float64
	}
}

func answers(t *testing.T, program []string, in string) (list []answer) {
	t.Helper()
	out, err := output(t.Context(), program, in, "read", "--json")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatalf("%v: %s", err, lines.Bytes())
		}
		list = append(list, a)
	}
	return list
}

// differ says which readings differ, and how: words are equal, intervals overlap, and other numbers agree to 1e-6.
func differ(a, b answer) map[string]string {
	if a.Address != b.Address || a.Error != b.Error || len(a.Readings) != len(b.Readings) {
		return map[string]string{"": fmt.Sprintf("%s has the error %q and %d readings; in a browser %s has %q and %d",
			a.Address, a.Error, len(a.Readings), b.Address, b.Error, len(b.Readings))}
	}
	found := map[string]string{}
	for i, x := range a.Readings {
		y := b.Readings[i]
		u, number := x.Value.(float64)
		v, also := y.Value.(float64)
		same := x.Value == y.Value
		switch {
		case x.Low != nil && x.High != nil && y.Low != nil && y.High != nil:
			same = atMost(*x.Low, *y.High) && atMost(*y.Low, *x.High)
		case number && also:
			same = atMost(u, v) && atMost(v, u)
		}
		if !same || x.Reading != y.Reading || x.Basis != y.Basis {
			found[x.Reading] = fmt.Sprintf("%v (%s); in a browser %s is %v (%s)", x.Value, x.Basis, y.Reading, y.Value, y.Basis)
		}
	}
	return found
}

func atMost(low, high float64) bool { return low <= high+1e-6*math.Abs(high) }

// exempt reads which readings may differ at which address, and why. The file may only shrink.
func exempt(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("unequal.txt")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(parts) < 3 {
			t.Fatalf("unequal.txt: an address, a reading and a cause are expected, and there is %q", line)
		}
		found[parts[0]+" "+parts[1]] = parts[2]
	}
	if len(found) > 15 {
		t.Errorf("unequal.txt has %d readings, and 15 may differ", len(found))
	}
	return found
}
