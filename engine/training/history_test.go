package training

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/learners/loss"
	"dpscope/learners/train"
)

// made makes the kind of a menu that is called name.
func made[T any](t testing.TB, menu param.Menu[T], name, query string) T {
	t.Helper()
	v, err := param.Form{Choices: []param.Choice{menu}}.Parse(menu.Name + "=" + name + query)
	if err != nil {
		t.Fatal(err)
	}
	of, err := menu.New(v)
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// small returns a small trial.
func small(t testing.TB, lossName string, epsilon float64) Trial {
	t.Helper()
	return Trial{Records: 300, Model: Model{Hidden: 8}, Loss: made(t, loss.All, lossName, ""), Risk: made(t, train.Risks, "ber", ""),
		Optimiser: made(t, train.Optimisers, "amsgrad", "&rate=0.01"), Decay: 1e-4, Epochs: 5, Flips: flips(t, epsilon), Seed: 3}
}

// course runs a trial, which must succeed.
func course(t testing.TB, s Trial) TrainingHistory {
	t.Helper()
	c, err := trial.Do(worktest.Session(t.Context(), 0), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The same trial goes alike on one core and on all; judging the last epoch alone
// changes nothing of it.
func TestCourseIsDecidedByItsTrial(t *testing.T) {
	s := small(t, "logistic", 2)
	whole := course(t, s)
	again, err := trial.Do(worktest.On(t.Context(), 1), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Epochs) != 5 || !reflect.DeepEqual(whole, again) {
		t.Errorf("%+v, and on one core %+v", whole, again)
	}
	s.LastOnly = true
	if last := course(t, s); len(last.Epochs) != 1 || last.Epochs[0] != whole.Epochs[4] {
		t.Errorf("the last epoch is %+v, alone %+v", whole.Epochs[4], last.Epochs)
	}
	s.Seed++
	if other := course(t, s); other.Epochs[0] == whole.Epochs[4] {
		t.Error("another seed goes alike")
	}
}

func TestCourseEnds(t *testing.T) {
	wild := small(t, "squared", 2)
	wild.Optimiser = made(t, train.Optimisers, "sgd", "&rate=999")
	c := course(t, wild)
	if c.Diverged == 0 || c.Kept != 0 || len(c.Epochs) >= 5 {
		t.Errorf("a rate of 999: %+v", c)
	}
	for _, e := range c.Epochs {
		if math.IsNaN(e.TestAUC + e.NoisyAUC + e.MaxScore) {
			t.Errorf("an epoch is judged %+v", e)
		}
	}
	two := small(t, "hinge", 0)
	two.Records = 2
	some := [2]int{}
	for two.Seed = range uint64(20) {
		if c := course(t, two); c.OneClass == (len(c.Epochs) == 0) {
			some[len(c.Epochs)/5]++
		} else {
			t.Errorf("two records: %+v", c)
		}
	}
	if some[0] == 0 || some[1] == 0 {
		t.Errorf("of 20 flips of two labels %d leave one class", some[0])
	}
}

// Patience ends a training a number of epochs after its best one, which it returns; with more patience than epochs it only
// searches the best. The kept result does not depend on whether other epochs are judged, nor does an epoch on the patience.
func TestCourseOfPatience(t *testing.T) {
	s := small(t, "logistic", 2)
	s.Epochs, s.Patience = 200, 4
	c := course(t, s)
	if !c.EarlyStopped || c.Kept != c.Run-4 || len(c.Epochs) != c.Run || c.Run >= 200 {
		t.Fatalf("of 200 epochs %d are run and %d judged, after %d it stands (%t)", c.Run, len(c.Epochs), c.Kept, c.EarlyStopped)
	}
	last := s
	last.LastOnly = true
	if l := course(t, last); l.Kept != c.Kept || len(l.Epochs) != 1 || l.Epochs[0] != c.Epochs[c.Kept-1] {
		t.Errorf("judged alone it is %+v, among all epochs %+v", l, c.Epochs[c.Kept-1])
	}
	patient := s
	patient.Epochs, patient.Patience = c.Run, 1000
	if p := course(t, patient); p.EarlyStopped || p.Run != c.Run || !reflect.DeepEqual(p.Epochs, c.Epochs) || p.Kept != c.Kept {
		t.Errorf("with patience 1000 after %d of %d epochs it stands, with 4 after %d", p.Kept, p.Run, c.Kept)
	}
	r := Repeats{c, {Epochs: []Epoch{{Number: 1, TestAUC: 0.25}}, Run: 1, Kept: 1}}
	auc := func(e Epoch) float64 { return e.TestAUC }
	if got, want := r.after(c.Run+9, auc), c.Epochs[c.Kept-1].TestAUC; got.Mean != want || got.Seeds != 1 {
		t.Errorf("long after the end %+v is kept, want %g", got, want)
	}
	if got, want := r.Kept(auc), (c.Epochs[c.Kept-1].TestAUC+0.25)/2; math.Abs(got.Mean-want) > 1e-15 || got.Seeds != 2 {
		t.Errorf("what stands is %+v, want %g", got, want)
	}
	s.Records = 6 // one is kept apart
	if c := course(t, s); !c.OneClassValidation || c.EarlyStopped || c.Run != 200 || c.Kept != 200 {
		t.Errorf("with one label to see: %d epochs, after %d it stands, %+v", c.Run, c.Kept, c.OneClassValidation)
	}
}

// An unwanted training ends within 100 ms, and leaves no core busy.
func TestCourseIsCancelled(t *testing.T) {
	long := small(t, "sigmoid", 2)
	long.Records, long.Model.Hidden, long.Epochs = 1000, 64, 100000
	ctx, cancel := context.WithCancel(t.Context())
	var cancelled time.Time
	_, err := trial.Do(work.Reporting(ctx, func(work.Progress) {
		if cancelled.IsZero() {
			cancelled = time.Now()
			cancel()
		}
	}), long, nil)
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if late := time.Since(cancelled); late > 100*time.Millisecond && !testing.Short() {
		t.Errorf("it ended %v after it was cancelled", late)
	}
}

// A training says how far it is at every step, also before its first epoch is over.
func TestCourseTellsHowFarItIs(t *testing.T) {
	s, last, early, judged := small(t, "hinge", 2), 0.0, 0, 0
	ctx := work.Reporting(t.Context(), func(p work.Progress) {
		if p.Share() < last || p.Of != 5 || float64(judged) > p.Done {
			t.Errorf("%v after %g, with %d epochs judged", p, last, judged)
		}
		if last = p.Share(); judged == 0 && p.Done > 0 {
			early++
		}
	})
	if _, err := trial.Do(ctx, s, func(c TrainingHistory) { judged = len(c.Epochs) }); err != nil || judged != 5 || last != 1 || early != 2 { // 300 records are three steps an epoch
		t.Errorf("it ends at %g, and tells %d times of the first epoch; %v", last, early, err)
	}
}

// ours returns the means and deviations over seeds of a row of the reference.
func ours(t *testing.T, row map[string]string) (mean, deviation map[string]float64) {
	t.Helper()
	number := func(name string) float64 {
		v, err := strconv.ParseFloat(row[name], 64)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return v
	}
	s := Trial{Records: int(number("n")), Loss: made(t, loss.All, row["loss"], ""), Risk: made(t, train.Risks, row["objective"], ""),
		Optimiser: made(t, train.Optimisers, row["optimizer"], "&rate="+row["lr"]), Decay: number("weight_decay"),
		Epochs: int(number("epochs")), Flips: flips(t, number("eps")), LastOnly: true}
	if row["loss"] == "barrier" {
		s.Loss = made(t, loss.All, "barrier", "&b="+row["barrier_b"]+"&r="+row["barrier_r"])
	}
	switch row["model"] {
	case "mlp":
		s.Model.Hidden = int(number("hidden"))
	case "cnn":
		s.Model.Convolutional = true
	}
	if row["dataset"] == "cifar2" {
		s.Source = Source{File: oracle.Path(t, "data", "cifar2", "train.bin.gz"), Test: oracle.Path(t, "data", "cifar2", "test.bin.gz")}
	}
	seeds := int(number("seeds"))
	runs := map[string][]float64{}
	for s.Seed = range uint64(seeds) {
		c := course(t, s)
		if len(c.Epochs) == 0 {
			t.Fatalf("%v ran away", row)
		}
		e := c.Epochs[0]
		for name, v := range map[string]float64{"test_auc": e.TestAUC, "test_bacc": e.TestBalanced, "noisy_train_auc": e.NoisyAUC, "max_abs_f": e.MaxScore} {
			runs[name] = append(runs[name], v)
		}
	}
	mean, deviation = map[string]float64{}, map[string]float64{}
	for name, values := range runs {
		mean[name], deviation[name] = stat.MeanStdDev(values, nil)
	}
	return mean, deviation
}

// affordable reports whether a row is cheap enough: 1,000 made-up records and, where every case is tried, images; for the
// convolutional network, a minute a training, those of ten epochs and the two losses that the paper compares.
func affordable(row map[string]string) bool {
	switch {
	case row["n"] != "1000":
		return false
	case row["dataset"] == "gauss2":
		return true
	case row["dataset"] != "cifar2" || !effort.All():
		return false
	}
	return row["model"] != "cnn" || row["epochs"] == "10" || row["loss"] == "barrier" || row["loss"] == "logistic"
}

// Our means agree with those of PyTorch within three standard errors of their
// difference, in 95 % of the settings at least; the others are listed. Every
// setting is a loss, a budget, a risk and a kind of score; an ordinary run takes a
// few linear ones.
func TestReferenceTraining(t *testing.T) {
	settings := map[string][]map[string]string{}
	var order []string
	for _, row := range oracle.Table(t, "reference", "em_training.csv") {
		if !affordable(row) {
			continue
		}
		key := ""
		for _, name := range []string{"dataset", "eps", "model", "loss", "barrier_b", "barrier_r", "objective", "optimizer", "lr", "weight_decay", "epochs", "seeds"} {
			key += row[name] + " "
		}
		if settings[key] == nil {
			order = append(order, key)
		}
		settings[key] = append(settings[key], row)
	}
	every, agreed, numbers, tried := effort.Scale(906, 151, 7), 0, 0, 0
	for i, key := range order {
		if i%every != 0 || !effort.All() && settings[key][0]["model"] != "linear" {
			continue
		}
		mean, deviation := ours(t, settings[key][0])
		tried++
		for _, row := range settings[key] {
			want, _ := strconv.ParseFloat(row["mean"], 64)
			spread, _ := strconv.ParseFloat(row["std"], 64)
			seeds, _ := strconv.ParseFloat(row["seeds"], 64)
			name := row["metric"]
			numbers++
			// The file has four decimals.
			if math.Abs(mean[name]-want) <= 3*math.Sqrt((deviation[name]*deviation[name]+spread*spread)/seeds)+1e-4 {
				agreed++
			} else {
				t.Logf("%s%s: %.4f (%.4f), PyTorch's %.4f (%.4f)", key, name, mean[name], deviation[name], want, spread)
			}
		}
	}
	t.Logf("%d of %d means of %d settings agree", agreed, numbers, tried)
	if float64(agreed) < 0.95*float64(numbers) {
		t.Errorf("%d of %d means agree", agreed, numbers)
	}
}

// A race is its trials, seed by seed, and shows nothing that is not so in the end.
func TestRace(t *testing.T) {
	trials := []Trial{small(t, "logistic", 2), small(t, "barrier", 2)}
	all, err := trial.Sweep[Repeats](t.Context(), trials, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range trials {
		for seed := range 3 {
			if one := course(t, s); !reflect.DeepEqual(all[i][seed], one) {
				t.Errorf("trial %d, seed %d: %+v, alone %+v", i, seed, all[i][seed], one)
			}
			s.Seed++
		}
		auc := func(e Epoch) float64 { return e.TestAUC }
		last := all[i].after(5, auc)
		sum := 0.0
		for _, c := range all[i] {
			sum += c.Epochs[4].TestAUC
		}
		v := last.Value()
		if math.Abs(last.Mean-sum/3) > 1e-15 || last.Seeds != 3 || !(v.Low < v.Value && v.Value < v.High) {
			t.Errorf("trial %d ends with %+v, told as %+v", i, last, v)
		}
		if epochs, mean := all[i].Curve(auc); len(epochs) != 5 || mean[4] != last.Mean {
			t.Errorf("trial %d has the curve %v, %v", i, epochs, mean)
		}
	}
	if s := (Repeats{}).after(1, func(Epoch) float64 { return 1 }); s.Seeds != 0 || !math.IsNaN(s.Mean) {
		t.Errorf("of no seed: %+v", s)
	}
}

// Seven losses on 1,000 records, 50 epochs, 20-64-1: until the first curve has a point,
// and until all are done.
func BenchmarkRace(b *testing.B) {
	first := time.Duration(0)
	for b.Loop() {
		var trials []Trial
		for _, kind := range loss.All.Kinds {
			s := small(b, kind.Name, 1)
			s.Records, s.Model.Hidden, s.Epochs = 1000, 64, 50
			trials = append(trials, s)
		}
		began, shown := time.Now(), false
		if _, err := trial.Sweep(b.Context(), trials, 1, func([]Repeats, work.Progress) {
			if !shown {
				shown, first = true, first+time.Since(began)
			}
		}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(first)/1e6/float64(b.N), "first-ms")
}

// BenchmarkCancel measures the time from the end of a race's context to its return: two losses at the usual network, and at the
// convolutional one, whose step takes a tenth of a second.
func BenchmarkCancel(b *testing.B) {
	bytes := make([]byte, 600*3073) // one-coloured images of airplanes and cats
	for i := range 600 {
		bytes[i*3073] = byte(i % 2 * 3)
		for j := range 3072 {
			bytes[i*3073+1+j] = byte(i)
		}
	}
	path := filepath.Join(b.TempDir(), "images.bin")
	if err := os.WriteFile(path, bytes, 0o600); err != nil {
		b.Fatal(err)
	}
	for name, from := range map[string]Trial{
		"mlp": {Records: 1000, Model: Model{Hidden: 64}},
		"cnn": {Records: 480, Model: Model{Convolutional: true}, Source: Source{File: path}},
	} {
		b.Run(name, func(b *testing.B) {
			var trials []Trial
			for _, by := range []string{"barrier", "logistic"} {
				s := small(b, by, 1)
				s.Records, s.Model, s.Source, s.Epochs = from.Records, from.Model, from.Source, 1000
				trials = append(trials, s)
			}
			worst := time.Duration(0)
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				ctx, cancel := context.WithCancel(b.Context())
				ended := make(chan error)
				go func() {
					_, err := trial.Sweep[Repeats](ctx, trials, 1, nil)
					ended <- err
				}()
				time.Sleep(time.Duration(300+i*37%200) * time.Millisecond) // amid one step or another
				b.StartTimer()
				began := time.Now()
				cancel()
				if err := <-ended; !errors.Is(err, context.Canceled) {
					b.Fatal(err)
				}
				worst = max(worst, time.Since(began))
			}
			b.ReportMetric(float64(worst)/1e6, "worst-ms")
		})
	}
}

// Training on a file works as on made-up records: with a limited number of records, chosen by the seed; only images go through
// convolutions.
func TestCourseOfAFile(t *testing.T) {
	text := "a,b,group\n"
	made := train.Gauss2(60, 40, trial.Random(1, 1))
	for i := range made.Positive {
		sum := 0.0
		for _, v := range made.Row(i) {
			sum += float64(v)
		}
		text += strconv.Itoa(i*i%13) + "," + strconv.FormatFloat(sum, 'g', -1, 64) + "," + map[bool]string{true: "x", false: "y"}[made.Positive[i]] + "\n"
	}
	path := filepath.Join(t.TempDir(), "two.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := small(t, "logistic", 1500)
	s.Epochs = 30
	s.Source = Source{File: path}
	told := 0.0
	e, err := s.Source.Open(work.Reporting(worktest.Session(t.Context(), 0), func(p work.Progress) { told = max(told, p.Share()) }))
	if err != nil {
		t.Fatal(err)
	}
	if told != readShare {
		t.Errorf("while the file is read, %v of it is said to be done at most, want %v", told, readShare)
	}
	if !slices.Equal(e.Notes, []string{standardized}) {
		t.Errorf("of a file whose features are scaled: %q", e.Notes)
	}
	if e.Positive != "y" || len(e.Learnt.Positive) != 80 || len(e.Test.Positive) != 20 {
		t.Errorf("positive %s, %d and %d records", e.Positive, len(e.Learnt.Positive), len(e.Test.Positive))
	}
	if c := course(t, s); len(c.Epochs) != 30 || c.Epochs[29].TestAUC < 0.8 {
		t.Errorf("%+v", c)
	}
	s.Records = 40
	if learnt, _, err := s.records(worktest.Session(t.Context(), 0)); err != nil || len(learnt.Positive) != 40 || learnt.Dims != 2 {
		t.Errorf("of at most 40 there are %d: %v", len(learnt.Positive), err)
	}
	s.Source.Test = path
	if e, err = s.Source.Open(worktest.Session(t.Context(), 0)); err != nil || len(e.Learnt.Positive) != 100 || len(e.Test.Positive) != 100 || !slices.Equal(e.Test.X, e.Learnt.X) {
		t.Errorf("judged by itself: %v", err)
	}
	s.Model.Convolutional = true
	if _, err := trial.Do(worktest.Session(t.Context(), 0), s, nil); err == nil || !strings.Contains(err.Error(), "takes images") {
		t.Errorf("a table through convolutions: %v", err)
	}
}
