//go:build unix

package command

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dpscope/engine/effort"
)

// sweptLong has enough settings that a process can be killed among them.
const sweptLong = "concentration?mechanism=pm,laplace&epsilon=0.5..7.5:100&x=0..1:100&from=0.2&to=0.8"

// Two processes that share a sweep write the rows of the whole.
func TestTwoProcessesShareASweep(t *testing.T) {
	folder := t.TempDir()
	files := []string{filepath.Join(folder, "1.csv"), filepath.Join(folder, "2.csv")}
	var workers []*exec.Cmd
	for i, file := range files {
		c := program("sweep", swept12, "--shard", strconv.Itoa(i+1)+"/2", "--resume", file)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		workers = append(workers, c)
	}
	var rows []string
	for i, c := range workers {
		if err := c.Wait(); err != nil {
			t.Fatalf("shard %d: %v", i+1, err)
		}
		text, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, slices.Collect(strings.Lines(string(text)))[1:]...)
	}
	number := func(row string) int { n, _ := strconv.Atoi(strings.Split(row, ",")[0]); return n }
	slices.SortStableFunc(rows, func(a, b string) int { return number(a) - number(b) })
	_, whole, _ := call("", "sweep", swept12)
	if _, want, _ := strings.Cut(whole, "\n"); strings.Join(rows, "") != want {
		t.Errorf("two processes write\n%s\nnot\n%s", strings.Join(rows, ""), want)
	}
}

// A sweep that is killed at random rows, again and again, ends with the bytes of an undisturbed one, in every form.
func TestKilledSweepLosesNothing(t *testing.T) {
	effort.Unwatched(t)
	for i, form := range []string{".csv", ".parquet", ".jsonl"} {
		t.Run(form, func(t *testing.T) {
			if !effort.Sample(i, 2, 1) {
				t.Skip("DPSCOPE_TESTS=check kills sweeps of every form")
			}
			killed(t, form, effort.Scale(3, 3, 20))
		})
	}
}

func killed(t *testing.T, form string, kills int) {
	folder := t.TempDir()
	alone, file := filepath.Join(folder, "alone"+form), filepath.Join(folder, "killed"+form)
	if out, err := program("sweep", sweptLong, "-o", alone).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, err := os.ReadFile(alone)
	if err != nil {
		t.Fatal(err)
	}
	rows := sweptBytes(t, alone)
	kept := int64(0)
	for i := range kills {
		at := kept + 1 + rand.Int64N(rows/int64(2*kills))
		c := program("sweep", sweptLong, "--resume", file)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for late := time.Now().Add(time.Minute); size(file+".part") < at; time.Sleep(100 * time.Microsecond) {
			if time.Now().After(late) {
				t.Errorf("after a minute there are %d bytes of %d", size(file+".part"), at)
				break
			}
			if size(file) > 0 {
				t.Logf("kill %d came after the last row", i+1)
				break
			}
		}
		c.Process.Kill()
		c.Wait()
		kept = max(size(file+".part"), 0)
	}
	if size(file) < 0 && kept == 0 {
		t.Error("nothing is kept of what was written before a kill")
	}
	if out, err := program("sweep", sweptLong, "--resume", file, "--force").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got, _ := os.ReadFile(file); !bytes.Equal(got, want) {
		t.Errorf("killed %d times it has %d bytes, alone %d", kills, len(got), len(want))
	}
	for _, rest := range []string{".part", ".part.journal"} {
		if size(file+rest) >= 0 {
			t.Errorf("%s is left", rest)
		}
	}
}

// sweptBytes returns the bytes of rows that a sweep appends to its part: those of its file, or of the JSON that becomes one.
func sweptBytes(t *testing.T, file string) int64 {
	t.Helper()
	if filepath.Ext(file) != ".parquet" {
		return size(file)
	}
	lines := strings.TrimSuffix(file, ".parquet") + ".jsonl"
	if out, err := program("sweep", sweptLong, "-o", lines).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return size(lines)
}

// size returns the size of a file; -1 where it does not exist.
func size(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return -1
	}
	return info.Size()
}
