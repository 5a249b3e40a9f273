package training

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/learners/metric"
	"dpscope/learners/table"
)

// fitting returns a learner with its usual work on a small mixture.
func fitting(t testing.TB, learner string, epsilon float64) Fitting {
	t.Helper()
	kind, err := Fitters.Find(learner)
	if err != nil {
		t.Fatal(err)
	}
	l, err := kind.New(param.Values{})
	if err != nil {
		t.Fatal(err)
	}
	return Fitting{Plane: PlaneKey{Mixture: table.Mixture{Separation: 4, Share: 0.2}, Records: 300, Seed: 5}, Learner: l, Noisy: true, Flips: flips(t, epsilon), Draw: 1}
}

func divided(t testing.TB, f Fitting) DecisionGrid {
	t.Helper()
	d, err := trial.Do(worktest.Session(t.Context(), 0), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Every learner divides the plane alike on one core and on all, and without flips as on true labels; on another draw of the
// flips it divides it otherwise. On true labels no AUC exceeds the best possible one by more than chance: six standard errors
// of an AUC of about 0.97 over 400 and 1,600 records are less than 0.03.
func TestDivide(t *testing.T) {
	for i, kind := range Fitters.Kinds {
		if !effort.Sample(i, 3, 1) {
			continue
		}
		f := fitting(t, kind.Name, 2)
		_, f.Noisy = f.Learner.(Private)
		f.Noisy = !f.Noisy
		one := divided(t, f)
		again, err := trial.Do(worktest.On(t.Context(), 1), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		if one.None != "" || !reflect.DeepEqual(one, again) {
			t.Errorf("%s: on one core it divides otherwise (%q, %q)", kind.Name, one.None, again.None)
		}
		other := f
		other.Draw++
		if reflect.DeepEqual(one.Positive, divided(t, other).Positive) {
			t.Errorf("%s: another draw divides alike", kind.Name)
		}
		f.Flips = flips(t, 1500)
		unflipped := divided(t, f)
		f.Noisy = false
		if clean := divided(t, f); !reflect.DeepEqual(clean, unflipped) {
			t.Errorf("%s: without flips it divides otherwise than with true labels", kind.Name)
		} else if best := f.Plane.BestAUC(); clean.AUC.Value > best+0.03 || clean.AUC.Value < 0.8 {
			t.Errorf("%s: AUC %g, where %g is best", kind.Name, clean.AUC.Value, best)
		}
	}
}

// Several draws are counted cell by cell and averaged; a result that one class leaves undefined is reported, and is no error.
func TestDivisions(t *testing.T) {
	f := fitting(t, "logistic", 1)
	all, err := trial.Sweep[Divisions](t.Context(), []Fitting{f}, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	shares, sum, cell := all[0].Shares(), 0.0, len(all[0][0].Positive)/2
	for draw, d := range all[0] {
		sum += d.AUC.Value / 4
		if d.Positive[cell] {
			shares[cell] -= 0.25
		}
		one := f
		one.Draw += uint64(draw)
		if !reflect.DeepEqual(d, divided(t, one)) {
			t.Errorf("draw %d is another when it is alone", draw)
		}
	}
	v := all[0].Mean(func(d DecisionGrid) known.Value { return d.AUC }, known.Probability)
	if math.Abs(v.Value-sum) > 1e-15 || !(v.Low < v.Value && v.Value < v.High) || shares[cell] != 0 {
		t.Errorf("mean %+v of %g; %g is left of a cell's share", v, sum, shares[cell])
	}
	f.Plane.Records, f.Flips = 2, flips(t, 0)
	all, err = trial.Sweep[Divisions](t.Context(), []Fitting{f}, 20, nil)
	if err != nil {
		t.Fatal(err)
	}
	if why, draws := all[0].None(); why != "one class" || draws == 0 || draws == 20 {
		t.Errorf("of two labels %d draws of 20 are %q", draws, why)
	}
}

func TestDivideIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trial.Do(ctx, fitting(t, "network", 1), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// By default a file's last column has its classes, with the rarer one positive; a plane that cannot be drawn is refused with
// one that could.
func TestPlaneOfAFile(t *testing.T) {
	folder := t.TempDir()
	write := func(name, header string, row func(i int) string) string {
		text := header + "\n"
		for i := range 40 {
			text += row(i) + "\n"
		}
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	wide := write("wide.csv", "a,b,c,ill", func(i int) string {
		return fmt.Sprintf("%d,%g,%d,%s", i, float64(i*i%17)/2, 7*i%11, map[bool]string{true: "no", false: "yes"}[i%4 > 0])
	})
	p, err := OpenPlane(worktest.Session(t.Context(), 0), PlaneKey{File: wide, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if p.Learnt.ClassNames[1] != "yes" || p.Learnt.Len() != 32 || p.Test.Len() != 8 || metric.Positives(positive(p.Learnt.Y)) != 8 || len(p.Notes) == 0 {
		t.Errorf("positive %s, %d and %d records, %q", p.Learnt.ClassNames[1], p.Learnt.Len(), p.Test.Len(), p.Notes)
	}
	for i := range p.Learnt.Len() {
		if x := p.Raw(p.Learnt, i, 0); math.Abs(x-math.Round(x)) > 1e-9 || x < 0 || x > 39 {
			t.Errorf("record %d is told as %g", i, x)
		}
	}
	if p, err = OpenPlane(worktest.Session(t.Context(), 0), PlaneKey{File: wide, Across: "c,b", Seed: 1}); err != nil || p.Learnt.Features[0].Name != "c" {
		t.Errorf("features c and b: %v", err)
	}
	three := write("three.csv", "a,b,class", func(i int) string { return fmt.Sprintf("%d,%d,%d", i, i*i%7, i%3) })
	narrow := write("narrow.csv", "a,class", func(i int) string { return fmt.Sprintf("%d,%d", i, i%2) })
	for _, c := range []struct {
		key  PlaneKey
		says string
	}{
		{PlaneKey{File: three}, "3 classes"},
		{PlaneKey{File: narrow}, "1 feature; 2 would work"},
		{PlaneKey{File: wide, Across: "a,d"}, "two of a, b, c"},
		{PlaneKey{File: wide, Across: "a,a"}, "two of a, b, c"},
		{PlaneKey{File: wide, Label: "healthy"}, "ill"},
		{PlaneKey{File: filepath.Join(folder, "none.csv")}, "no such file"},
	} {
		if _, err := OpenPlane(worktest.Session(t.Context(), 0), c.key); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", c.key, err, c.says)
		}
	}
}

// The ellipse of a class is where the quadratic form of its covariance equals the square of the number of deviations.
func TestEllipse(t *testing.T) {
	p, err := OpenPlane(t.Context(), PlaneKey{Mixture: table.Mixture{Separation: 4, Share: 0.5}, Records: 4000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	e := p.ellipse(1, 2)
	x, low, high := e.X, e.Low, e.High
	for i := range x {
		for _, y := range []float64{low[i], high[i]} {
			// Of 2,000 records a deviation is known to about 2 %.
			if r := math.Hypot(x[i]-4, y-4) / table.MixtureSpread; math.Abs(r-2) > 0.2 {
				t.Errorf("(%g, %g) is %g deviations away", x[i], y, r)
			}
		}
	}
	if len(x) == 0 {
		t.Error("no ellipse")
	}
}

// A fit that takes long says how far it is.
func TestFitsTellHowFarTheyAre(t *testing.T) {
	kind, err := Fitters.Find("network")
	if err != nil {
		t.Fatal(err)
	}
	learner, err := kind.New(param.Values{})
	if err != nil {
		t.Fatal(err)
	}
	told, last := 0, 0.0
	ctx := work.Reporting(t.Context(), func(p work.Progress) {
		if told++; p.Share() < last {
			t.Errorf("%v after %v", p, last)
		}
		last = p.Share()
	})
	f := Fitting{Plane: PlaneKey{Mixture: table.Mixture{Separation: 4, Share: 0.5}, Records: 50, Seed: 1}, Learner: learner}
	if _, err := trial.Do(ctx, f, nil); err != nil || told < 40 || last != 1 {
		t.Errorf("%d reports, the last of %v; %v", told, last, err)
	}
}
