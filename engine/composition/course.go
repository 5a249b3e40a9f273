package composition

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"

	"dpscope/engine/num/grid"
	"dpscope/engine/num/ticks"
	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
)

// Course says how a budget grows with the steps.
type Course struct {
	Steps []float64
	By    map[string][]float64 // of theorems, by name; NaN: none
	High  []float64            // by the law of the loss, coarsely; NaN: not known yet
}

// LastStep returns the end of a budget's course, which does not move with every step.
func (b Budget) LastStep() float64 { return max(1e5, ticks.AtLeast(10*b.Steps)) }

// courseKey names a course in a session's store.
type courseKey struct {
	of       Budget
	last     float64
	theorems string
}

// Course computes theorems, given by name, at numbers of steps up to LastStep, then the law of the loss,
// every fourth first. show receives the course so far.
func (b Budget) Course(ctx context.Context, theorems []string, show func(Course, work.Progress)) (Course, error) {
	last := b.LastStep()
	b.Steps = 1
	size := func(c Course) int64 { return 200 + int64(len(c.Steps)*(len(c.By)+2))*8 }
	return work.Do(ctx, work.Job[Course]{Key: courseKey{b, last, strings.Join(theorems, " ")}, Bytes: size,
		Run: func(ctx context.Context, show func(Course, work.Progress)) (Course, error) {
			return b.course(ctx, last, theorems, show)
		}}, show)
}

// places is the number of places of a course.
const places = 25

// Outline returns the course without the law of the loss, at once.
func (b Budget) Outline(theorems ...string) Course { return b.outline(b.LastStep(), theorems) }

func (b Budget) outline(last float64, theorems []string) Course {
	once := sync.OnceValue(b.run().Whole)
	c, whole := Course{By: map[string][]float64{}}, func(accounting.Step) accounting.Whole { return once() }
	for _, steps := range grid.Log(1, last, places) {
		c.Steps = append(c.Steps, math.Round(steps))
		c.High = append(c.High, math.NaN())
	}
	for _, t := range Theorems {
		if !slices.Contains(theorems, t.Name) {
			continue
		}
		_, closed := b.closed()
		if _, is := t.by.(accounting.Orders); is && !closed {
			c.By[t.Name] = b.run().Along(c.Steps, b.Delta)
			continue
		}
		for _, steps := range c.Steps {
			c.By[t.Name] = append(c.By[t.Name], b.at(steps).by(t, whole).Number())
		}
	}
	return c
}

func (b Budget) course(ctx context.Context, last float64, theorems []string, show func(Course, work.Progress)) (Course, error) {
	c := b.outline(last, theorems)
	show(c, work.Progress{Of: places})
	var lock sync.Mutex // of c
	parts := work.NewParts(places, func(done float64) {
		lock.Lock()
		defer lock.Unlock()
		show(c, work.Progress{Done: done, Of: places, What: "places"})
	})
	turn := byFours(places)
	err := work.Each(ctx, places, func(ctx context.Context, i int) error {
		high, err := b.at(c.Steps[turn[i]]).epsilon(parts.Of(ctx, i), true)
		if err != nil {
			return err
		}
		lock.Lock()
		c.High = slices.Clone(c.High)
		c.High[turn[i]] = high
		lock.Unlock()
		parts.End(i)
		return nil
	})
	return c, err
}

// at returns the question with another number of steps.
func (b Budget) at(steps float64) Budget {
	b.Steps = steps
	return b
}

// byFours lists numbers up to count, every fourth first.
func byFours(count int) (list []int) {
	for from := range 4 {
		for i := from; i < count; i += 4 {
			list = append(list, i)
		}
	}
	return list
}

// Order holds the bound of one Rényi order.
type Order struct{ Order, Divergence, Epsilon float64 }

// ByOrder lists the bounds of orders, from low to high and evenly in the logarithm of their distance above 1.
func (b Budget) ByOrder(low, high float64, count int) (list []Order) {
	if _, found := b.closed(); found {
		return nil
	}
	for _, above := range grid.Log(low-1, high-1, count) {
		o := b.run().At(above+1, b.Delta)
		list = append(list, Order{o.Order, b.Steps * b.run().Divergence(o.Order), o.Epsilon})
	}
	return list
}
