package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"testing"
	"time"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/learners/model"
	"dpscope/views"
	"dpscope/views/view"
)

// The program answers each setting or says why not: it meets no fault, and no two answers of a page contradict each other, at
// any moment. An ordinary run asks for one setting of a third of the views, DPSCOPE_TESTS=check for one of each view and
// DPSCOPE_TESTS=all for three. The following command asks for many, and limits their time and memory too:
//
//	DPSCOPE_ATTACK=200000 go test ./ui/command -run RandomAddresses -v -timeout 0
func TestRandomAddresses(t *testing.T) {
	count, long := len(views.All)*effort.Scale(1, 3, 9)/3, false
	if text := os.Getenv("DPSCOPE_ATTACK"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		count, long = n, true
	}
	a := attack{t: t, rng: rand.New(rand.NewPCG(uint64(count), 1)), limited: long}
	order := a.rng.Perm(len(views.All))
	asked, spent := make([]int, len(views.All)), make([]time.Duration, len(views.All))
	for i := range count {
		next := order[i%len(views.All)]
		switch {
		case !long || i < len(views.All):
		case i%50 == 0: // one in fifty takes the views in turn, so that slow views come up as often as the others
			next = i / 50 % len(views.All)
		default: // otherwise each view gets the same time, so that quick views are asked for most
			next = slices.Index(spent, slices.Min(spent))
		}
		began := time.Now()
		a.ask(views.All[next])
		asked[next]++
		if spent[next] += time.Since(began); i%1000 == 999 {
			t.Log(a.counts())
		}
	}
	t.Log(a.counts())
	for i, v := range views.All {
		t.Logf("%s was asked for %d times in %v", v.Name, asked[i], spent[i].Round(time.Second))
	}
}

// Limits of a setting where limits hold: the time between two news of a page, the time until a cancelled computation ends, and
// bytes.
const (
	mostStill  = 2 * time.Second
	letGo      = 2 * time.Second
	mostMemory = 500 << 20
)

// attack asks for settings at random and counts the outcomes.
type attack struct {
	t       *testing.T
	rng     *rand.Rand
	limited bool // time and memory are limited

	asked, answered, refused, stopped    int
	refuting, again, still, stuck, large int
	worst                                uint64 // bytes in use
}

func (a *attack) counts() string {
	return fmt.Sprintf("%d asked, %d answered, %d refused with a reason, %d stopped, %d contradict themselves, %d asked again alone, "+
		"%d still for %v, %d that did not stop, %d above the memory, %d MB at most",
		a.asked, a.answered, a.refused, a.stopped, a.refuting, a.again, a.still, mostStill, a.stuck, a.large, a.worst>>20)
}

// patience returns how long to wait for a setting before it is stopped. Quick settings always end by themselves; of the others
// one in ten has a minute, and the rest are stopped, which is part of the attack.
func (a *attack) patience() time.Duration {
	switch {
	case !a.limited:
		return time.Second / 2
	case a.rng.IntN(10) == 0:
		return time.Minute
	}
	return 2 * time.Second
}

// ask draws one setting of a view in a session of its own. A passed time limit may be the machine's fault: it counts if the
// setting passes it at each attempt.
func (a *attack) ask(v view.View) {
	a.asked++
	values, patience := a.setting(v), a.patience()
	address := v.Address(values)
	got := a.try(v, values, patience)
	a.judge(address, got)
	if a.limited && got.late() {
		a.again++
		a.t.Logf("%s is asked again: nothing new for %v, %v after it was stopped", address, got.still, got.lingered)
	}
	const more = 2
	for i := 0; i < more && a.limited && got.late(); i++ {
		next := a.try(v, values, patience)
		got.still, got.lingered = min(got.still, next.still), min(got.lingered, next.lingered)
	}
	a.hold(address, got)
}

// trial is the outcome of a setting.
type trial struct {
	err      error
	refuted  error         // one answer contradicts another, at any moment
	still    time.Duration // the longest time without news
	lingered time.Duration // time from the stop to the end
	most     uint64        // bytes in use
}

func (t trial) late() bool { return t.still > mostStill || t.lingered > letGo }

// try asks for a setting and stops it when patience is over, unless the page is silent then: that silence may yet be too long.
func (a *attack) try(v view.View, values param.Values, patience time.Duration) (got trial) {
	if inUse() > mostMemory/4 { // garbage of another setting does not count for this one
		runtime.GC()
	}
	ctx, stop := context.WithCancel(worktest.Session(context.Background(), keptBytes))
	defer stop()
	began, heart, done := time.Now(), newPulse(), make(chan struct{})
	go func() {
		defer close(done)
		sheet, err := work.Recover(func() (engine.Sheet, error) {
			return v.Sheet(ctx, values, func(part engine.Sheet) {
				heart.show(part)
				got.refuted = cmp.Or(got.refuted, v.Consistent(part.Readings))
			})
		})
		heart.end()
		got.err, got.refuted = err, cmp.Or(got.refuted, v.Consistent(sheet.Readings))
	}()
	most, over := a.watch(heart, done, began.Add(patience))
	stop()
	stopped := time.Now()
	<-done
	if got.still, got.most = heart.end(), most; !over {
		got.lingered = time.Since(stopped)
	}
	return got
}

// watch waits until a setting is over or its time is up, and returns the most memory that was in use.
func (a *attack) watch(heart *pulse, done <-chan struct{}, until time.Time) (most uint64, over bool) {
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-done:
			return max(most, inUse()), true
		case now := <-look.C:
			most = max(most, inUse())
			if late := now.Sub(until); late > 0 && (!a.limited || heart.silent() < late || heart.silent() > 5*mostStill) {
				heart.end()
				return most, false
			}
		}
	}
}

// inUse returns the bytes of the program's objects, including those that the collector has not yet freed.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// judge counts an answer or its error, and whether two of its answers contradict each other.
func (a *attack) judge(address string, got trial) {
	var fault *work.PanicError
	switch {
	case got.err == nil:
		a.answered++
	case errors.As(got.err, &fault):
		a.t.Errorf("%s: %v\n%s", address, got.err, fault.Stack)
	case errors.Is(got.err, context.Canceled):
		a.stopped++
	default:
		a.refused++
	}
	if got.refuted != nil {
		a.refuting++
		a.t.Errorf("%s: %v", address, got.refuted)
	}
	a.worst = max(a.worst, got.most)
}

// hold counts the limits that were passed, and reports them where limits hold.
func (a *attack) hold(address string, got trial) {
	for _, limit := range []struct {
		passed bool
		count  *int
		text   string
	}{
		{got.still > mostStill, &a.still, fmt.Sprintf("shows nothing new for %v", got.still.Round(time.Millisecond))},
		{got.lingered > letGo, &a.stuck, fmt.Sprintf("goes on %v after it was stopped", got.lingered.Round(time.Millisecond))},
		{got.most > mostMemory, &a.large, fmt.Sprintf("has %d MB in use", got.most>>20)},
	} {
		if !limit.passed {
			continue
		}
		if *limit.count++; a.limited {
			a.t.Errorf("%s %s", address, limit.text)
		}
	}
}

// setting draws a setting of a view, often with controls at the ends of their ranges.
func (a *attack) setting(v view.View) param.Values {
	var values param.Values
	for _, c := range v.Choices {
		options := c.Options()
		values = values.Picking(c, options[a.rng.IntN(len(options))].Name)
	}
	for _, t := range v.Texts {
		switch t.Name {
		case "classifier":
			names := model.Embedded()
			values = values.Writing(t, names[a.rng.IntN(len(names))])
		case "private":
			if a.rng.IntN(4) == 0 {
				values = values.Writing(t, []string{"age", "u,v", "u", "x,y", "age,bmi,avg_glucose_level"}[a.rng.IntN(5)])
			}
		}
	}
	for _, p := range v.Sliders(values) {
		values = values.With(p, a.number(p))
	}
	return values
}

// number draws a value of a control.
func (a *attack) number(p param.Param) float64 {
	low, high := p.Travel()
	candidates := []float64{p.Min, p.Max, low, high, p.Default}
	x := p.At(a.rng.Float64())
	if a.rng.IntN(3) == 0 {
		x = candidates[a.rng.IntN(len(candidates))]
	}
	if !a.limited && p.Scale == param.Count { // what takes an afternoon is left to the long run
		x = min(x, 100)
	}
	if p.Check(x) != nil {
		return p.Default
	}
	return x
}
