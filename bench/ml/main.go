// Command ml times the learners on a task that bench/ml.py writes and also gives to scikit-learn. It reads the task from
// standard input and writes its measurements to standard output, both as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/model"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

type task struct {
	Forest string      // file of the forest that predicts
	Points [][]float64 // for it to predict
	X      [][]float64 // records to learn from
	Y      []int
	Splits []split // for judging learners; the first is timed
}

type split struct{ Train, Test []int }

type measured struct {
	Classes  []int              // of Points
	Millis   map[string]float64 // median over some repetitions
	Accuracy map[string][]float64
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ml:", err)
		os.Exit(1)
	}
}

func run() error {
	var t task
	if err := json.NewDecoder(os.Stdin).Decode(&t); err != nil {
		return err
	}
	loaded, err := model.Open(t.Forest)
	if err != nil {
		return err
	}
	forest := loaded.Classifier
	points := slices.Concat(t.Points...)
	ctx := work.With(context.Background(), &work.Session{Cores: work.NewCores(runtime.NumCPU())})
	m := measured{Classes: make([]int, len(t.Points)), Millis: map[string]float64{}, Accuracy: map[string][]float64{}}
	m.Millis["predict 2000 rows"] = median(21, func() { learners.PredictAll(ctx, forest, points, m.Classes) })
	m.Millis["predict 1 row"] = median(2001, func() { forest.Predict(t.Points[0]) })

	d := tableOf(t)
	for name, l := range map[string]learners.Learner{"logistic": linear.Logistic{C: 1}, "tree": tree.CART{},
		"forest": tree.RandomForest{Trees: 100}} {
		first := d.Pick(t.Splits[0].Train)
		m.Millis["fit "+name] = median(9, func() { fit(ctx, l, first, 1) })
		for i, s := range t.Splits {
			a, err := learners.Accuracy(ctx, fit(ctx, l, d.Pick(s.Train), uint64(i)), d.Pick(s.Test))
			if err != nil {
				return err
			}
			m.Accuracy[name] = append(m.Accuracy[name], a)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(m)
}

func tableOf(t task) table.Data {
	d := table.Data{X: slices.Concat(t.X...), Y: t.Y, ClassNames: strings.Fields("0 1")}
	for f := range t.X[0] {
		d.Features = append(d.Features, table.Feature{Name: fmt.Sprint("x", f)})
	}
	for i := range t.X {
		d.Rows = append(d.Rows, i)
	}
	return d
}

func fit(ctx context.Context, l learners.Learner, d table.Data, seed uint64) learners.Classifier {
	c, err := l.Fit(ctx, d, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		fmt.Fprintln(os.Stderr, "ml:", err)
		os.Exit(1)
	}
	return c
}

// median returns the median time of some repetitions in milliseconds.
func median(repetitions int, work func()) float64 {
	times := make([]float64, repetitions)
	for i := range times {
		start := time.Now()
		work()
		times[i] = float64(time.Since(start).Nanoseconds()) / 1e6
	}
	slices.Sort(times)
	return times[repetitions/2]
}
