package ui

import (
	"os"
	"strings"
	"testing"

	"dpscope/engine/work/worktest"
	"dpscope/views"
	"dpscope/views/sweep"
)

// writeSwept writes the table of a sweep.
func writeSwept(t *testing.T, file, address string, l sweep.Layout) {
	t.Helper()
	s, err := sweep.Read(address)
	if err != nil {
		t.Fatal(err)
	}
	l.Form = sweep.CSV
	ctx := worktest.On(t.Context(), 1)
	table, err := s.Table(ctx, l)
	if err != nil {
		t.Fatal(err)
	}
	text := sweep.CSV.Head(table.Columns)
	err = table.Run(ctx, sweep.Shard{}, 0, table.Count, func(b sweep.Block) error {
		text = append(text, b.Rows...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// The settings of a sweep's table are listed, and enter opens the marked one, as its row says it.
func TestEnterOpensARowOfASweep(t *testing.T) {
	t.Chdir(t.TempDir())
	const address = "concentration?show=window&mechanism=pm,laplace&epsilon=1..8:3&x=0.25,1.5&from=0.2&to=0.8"
	for name, l := range map[string]sweep.Layout{"long.csv": {}, "wide.csv": {Wide: true}} {
		writeSwept(t, name, address, l)
	}
	if err := os.WriteFile("other.csv", []byte("row,age,address\n1,2,x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"long.csv", "wide.csv"} {
		d := drive(t, "noise", 160, 40, colourless)
		search(d, ":", "my data")
		d.press("enter")
		if s := d.screen(); strings.Count(s, "table of a sweep") != 2 {
			t.Errorf("the tables of sweeps are not told from others:\n%s", s)
		}
		d.types(name)
		d.press("enter")
		d.shows("mechanism pm, epsilon 1, x 0.25")
		d.shows("mass 0.613")
		d.shows("cannot be: x = 1.5 is outside [0, 1]")
		d.types("laplace 4.5 0.25")
		d.press("enter")
		v, want, err := views.Open("concentration?show=window&mechanism=laplace&epsilon=4.5&x=0.25&from=0.2&to=0.8")
		if got := d.shell.current.Address(); err != nil || got != v.Address(want) {
			t.Errorf("%s: enter opens %s, not %s, %v", name, got, v.Address(want), err)
		}
	}
	d := drive(t, "noise", 160, 40, colourless)
	before := d.shell.current.Address()
	d.settle(d.shell.myData())
	d.types("long.csv")
	d.press("enter")
	d.types("pm 8 1.5")
	d.press("enter")
	d.shows("x = 1.5 is outside [0, 1]")
	if got := d.shell.current.Address(); got != before {
		t.Errorf("a setting that cannot be opens %s", got)
	}
}
