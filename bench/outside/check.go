package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dpscope/engine/agreement"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/views"
)

// beyond is the probability that a normal variable is more than 4 standard deviations away.
var beyond = math.Erfc(4 / math.Sqrt2)

// checker asks questions and counts what it sees.
type checker struct {
	draws    int           // for each exact value, and points in each box
	patience time.Duration // for one question
	timed    bool          // whether `read` is timed too

	models, rows, exact, enclosed, without, boxes, points int

	deviations, times []figure
	faults            []string
}

// figure is a number with what it was measured on.
type figure struct {
	value   float64
	private int // features of the question
	what    string
}

// check opens a classifier and asks every question.
func (c *checker) check(file string) {
	m, err := model.Open(file)
	if err != nil {
		c.faults = append(c.faults, err.Error())
		return
	}
	c.models++
	name := strings.TrimSuffix(file, ".json")
	compare := func() error { return c.predict(m, name+".rows") }
	if _, err := os.Stat(name + ".csv"); err == nil {
		compare = func() error { return c.predictRaw(m, name) }
	}
	if err := compare(); err != nil {
		c.faults = append(c.faults, m.Title+": "+err.Error())
	}
	rng := rand.New(rand.NewPCG(seedOf(file), 9))
	for i, r := range m.Records {
		q := asked{
			checker: c, rng: rng, what: m.Title + ", " + r.ID,
			Question: agreement.Question{Classifier: m.Classifier, Record: r.X, Private: m.Private},
		}
		setting := q.ask(i)
		if c.timed {
			q.read(file, r.ID, setting)
		}
	}
}

// seedOf returns a seed for the draws of a classifier, independent of its folder.
func seedOf(file string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, filepath.Base(file))
	return h.Sum64()
}

// predict compares classes with the maker's.
func (c *checker) predict(m *model.Model, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var rows struct {
		Points  [][]float64
		Classes []int
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	got := make([]int, len(rows.Classes))
	if err := learners.PredictAll(session(), m.Classifier, slices.Concat(rows.Points...), got); err != nil {
		return err
	}
	c.rows += len(got)
	for i, k := range rows.Classes {
		if one := m.Classifier.Predict(rows.Points[i]); got[i] != k || one != k {
			return fmt.Errorf("row %d, %v, has class %d (by itself %d), and %d at its maker's", i, rows.Points[i], got[i], one, k)
		}
	}
	return nil
}

// read times the command read for one prediction.
func (q *asked) read(file, record, setting string) {
	address := "utility?" + setting + "&sampling=off&classifier=" + url.PathEscape(file) + "&record=" + url.PathEscape(record)
	q.time(2, "read utility?"+setting+"&sampling=off", func() error {
		ctx, cancel := q.context()
		defer cancel()
		v, values, err := views.Open(address)
		if err != nil {
			return err
		}
		_, err = v.Values(ctx, values)
		return err
	})
}
