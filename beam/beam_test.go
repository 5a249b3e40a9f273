package main

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"dpscope/engine"
	"dpscope/learners/parquet"
	"dpscope/views"
	"dpscope/views/sweep"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

// fewest is the number of bundles that must share the work; a single one would not test the pipeline.
const fewest = 4

// The rows of a pipeline equal those of a sweep on one machine, byte for byte, and existing rows are not computed again.
func TestSweepIsTheSweep(t *testing.T) {
	ctx := working(t.Context())
	const address = "concentration?show=window&mechanism=pm,laplace&epsilon=1..8:20&x=0.25,1.5&from=0.2&to=0.8"
	for _, c := range []sweepFlags{{address: address, block: 4}, {address: address, block: 3, readings: "mass", wide: true}} {
		c.out = t.TempDir()
		b, p, err := c.pipeline(ctx)
		if err != nil {
			t.Fatal(err)
		}
		bundles, err := execute(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		if bundles < fewest {
			t.Errorf("%d bundles shared the work, and not %d", bundles, fewest)
		}
		want := sweep.CSV.Head(b.table.Columns)
		failed := int64(0)
		err = b.table.Run(ctx, sweep.Shard{}, 0, b.table.Count, func(rows sweep.Block) error {
			want, failed = append(want, rows.Rows...), failed+int64(rows.Failed)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(c.out + "/rows-*.csv")
		if err != nil {
			t.Fatal(err)
		}
		var got string
		for i, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, rows, _ := strings.Cut(string(text), "\n")
			if i == 0 {
				got = head + "\n"
			}
			got += rows
		}
		if got != string(want) || int64(len(files)) != b.Count {
			t.Errorf("%d files have %d bytes, and a sweep has %d", len(files), len(got), len(want))
		}
		text, err := os.ReadFile(c.out + "/written.json")
		if said := fmt.Sprintf(`{"Settings":%d,"Failed":%d,"Silent":0}`, b.table.Count, failed); err != nil || strings.TrimSpace(string(text)) != said || failed == 0 {
			t.Errorf("it says %s, not %s; %v", text, said, err)
		}
	}
}

// people writes a table twice: as two files of CSV, the second with a record that lacks a value, and as one of Parquet.
func people(t *testing.T, records int) (pattern, whole string) {
	t.Helper()
	folder := t.TempDir()
	names := []string{"age", "hypertension", "heart_disease", "ever_married", "avg_glucose_level", "bmi"}
	head := strings.Join(names, ",") + ",town\n"
	rng := rand.New(rand.NewPCG(1, 1))
	rows := make([]string, records)
	whole = filepath.Join(folder, "all.parquet")
	to, err := os.Create(whole)
	if err != nil {
		t.Fatal(err)
	}
	var columns []parquet.Column
	for _, name := range names {
		columns = append(columns, parquet.Column{Name: name, Kind: parquet.Numbers})
	}
	w, err := parquet.NewWriter(to, append(columns, parquet.Column{Name: "town", Kind: parquet.Words}), parquet.About{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		for k := range names {
			v := float64(rng.IntN(1000)) / 1000
			if 0 < k && k < 4 {
				v = float64(rng.IntN(2))
			}
			cell := strconv.FormatFloat(v, 'g', -1, 64)
			if i == records-3 && k == 5 {
				cell = ""
			} else {
				w.Number(k, v)
			}
			rows[i] += cell + ","
		}
		town := []string{"Bath", "Ely"}[rng.IntN(2)]
		w.Word(len(names), town)
		if err := w.Next(); err != nil {
			t.Fatal(err)
		}
		rows[i] += town + "\n"
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	to.Close()
	for i, part := range [][]string{rows[:records/3], rows[records/3:]} {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("part-%d.csv", i)), []byte(head+strings.Join(part, "")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "part-*.csv"), whole
}

// A pipeline's answers equal those of population on one machine, to the last digit; an order statistic lies in its stated
// interval.
func TestPeopleAreThePopulation(t *testing.T) {
	ctx := working(t.Context())
	const records = 150
	pattern, whole := people(t, records)
	const asked = "population?over=groups&by=town&mechanism=pm&epsilon=4&classifier=stroke-forest&records=1000&data="
	v, values, err := views.Open(asked + whole)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := v.Values(ctx, values)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]engine.Reading{}
	for _, a := range answers {
		said[a.Key.String()] = a
	}
	for data, part := range map[string]int{pattern: 5, whole: 10} {
		f := peopleFlags{address: asked + data, out: filepath.Join(t.TempDir(), "out.csv"), part: part}
		p, err := f.pipeline(ctx)
		if err != nil {
			t.Fatal(err)
		}
		bundles, err := execute(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		if bundles < fewest {
			t.Errorf("%d bundles shared the work, and not %d", bundles, fewest)
		}
		text, err := os.ReadFile(f.out)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil || len(rows) < 20 {
			t.Fatalf("%d rows: %v", len(rows), err)
		}
		for _, row := range rows[1:] {
			want, is := said[row[0]]
			switch {
			case !is:
				t.Errorf("%s: population knows no %s", data, row[0])
			case want.Known.Word != "": // in several files its line differs
				if data == whole && row[1] != want.Known.Word {
					t.Errorf("%s is %s, not %s", row[0], row[1], want.Known.Word)
				}
			case row[4] == "between":
				low, _ := strconv.ParseFloat(row[2], 64)
				high, _ := strconv.ParseFloat(row[3], 64)
				if v := want.Known.Value; !(low <= v && v <= high && high-low <= 1.0/65536) {
					t.Errorf("%s: %s is %v, not between %s and %s", data, row[0], v, row[2], row[3])
				}
			case row[1] != engine.Digits(want.Known.Value):
				t.Errorf("%s: %s is %s, not %s", data, row[0], row[1], engine.Digits(want.Known.Value))
			}
		}
	}
}

// Mistakes are reported before any worker starts.
func TestWhatIsRefused(t *testing.T) {
	ctx := working(t.Context())
	for says, build := range map[string]func() error{
		"has a range": func() error {
			_, _, err := sweepFlags{address: "concentration", out: "x", block: 1}.pipeline(ctx)
			return err
		},
		"at least one setting": func() error {
			_, _, err := sweepFlags{address: "concentration?epsilon=1,2", out: "x"}.pipeline(ctx)
			return err
		},
		"there is no such file": func() error {
			_, err := peopleFlags{address: "population?data=/nowhere/*.csv", out: "x.csv", part: 1}.pipeline(ctx)
			return err
		},
		"asks about no table of people": func() error {
			_, err := peopleFlags{address: "concentration", out: "x.csv", part: 1}.pipeline(ctx)
			return err
		},
		"holds a second setting": func() error {
			_, err := peopleFlags{address: "population?data=people.csv&epsilon=1&hold.epsilon=2", out: "x.csv", part: 1}.pipeline(ctx)
			return err
		},
		"estimated by draws": func() error {
			_, err := peopleFlags{address: "population?classifier=stroke-forest&data=people.csv&private=age,bmi,ever_married", out: "x.csv", part: 1}.pipeline(ctx)
			return err
		},
		"simulated records are in no file": func() error {
			_, err := peopleFlags{address: "population", out: "x.csv", part: 1}.pipeline(ctx)
			return err
		},
	} {
		if err := build(); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", says, err)
		}
	}
}
