//go:build unix

package command

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/views"
	"dpscope/views/view"
)

// Whatever setting is asked for, the program answers or says why not: it meets
// no fault, and no answer of a page refutes another. The ordinary run asks for a few settings of every view; very many
// are asked for, and held to limits of time and memory too, by
//
//	DPSCOPE_ATTACK=200000 go test ./ui/command -run RandomAddresses -v -timeout 0
func TestRandomAddresses(t *testing.T) {
	count, long := len(views.All), false
	if text := os.Getenv("DPSCOPE_ATTACK"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		count, long = n, true
	}
	a := attack{t: t, rng: rand.New(rand.NewPCG(uint64(count), 1)), limited: long}
	for i := range count {
		if a.ask(views.All[i%len(views.All)]); i%1000 == 999 {
			t.Log(a.counts())
		}
	}
	t.Log(a.counts())
}

// What a setting may take where limits are held: until the first that can be
// shown, until a computation that nobody wants is over, and in bytes.
const (
	firstSign  = 2 * time.Second
	letGo      = 2 * time.Second
	mostMemory = 500 << 20
)

// patience is how long a setting is waited for before it is stopped: once it shows
// something, and at most. Most settings of a long run are stopped soon, for
// stopping is part of the attack; one in fifty may finish.
func (a *attack) patience() (wanted, atMost time.Duration) {
	switch {
	case !a.limited:
		return time.Second, time.Second
	case a.rng.IntN(50) == 0:
		return 10 * time.Second, 10 * time.Second
	default:
		return 200 * time.Millisecond, 10 * time.Second
	}
}

// attack asks for settings at random and counts what came of them.
type attack struct {
	t       *testing.T
	rng     *rand.Rand
	limited bool // time and memory are held to their limits

	asked, answered, refused, stopped int
	silent, stuck, large              int
	worst                             uint64 // bytes in use
}

func (a *attack) counts() string {
	return strings.Join([]string{
		strconv.Itoa(a.asked) + " asked", strconv.Itoa(a.answered) + " answered", strconv.Itoa(a.refused) + " refused with a reason",
		strconv.Itoa(a.stopped) + " stopped", strconv.Itoa(a.silent) + " silent for " + firstSign.String(),
		strconv.Itoa(a.stuck) + " that did not stop", strconv.Itoa(a.large) + " above the memory", strconv.FormatUint(a.worst>>20, 10) + " MB at most",
	}, ", ")
}

// ask draws one setting of a view in a session of its own.
func (a *attack) ask(v view.View) {
	a.asked++
	values := a.setting(v)
	address := v.Address(values)
	ctx, stop := context.WithCancel(work.With(context.Background(), work.NewStore(keptBytes)))
	defer stop()
	var first time.Duration
	began, spent := time.Now(), processed()
	shown, done := make(chan struct{}), make(chan error, 1)
	sign := sync.OnceFunc(func() {
		first = min(time.Since(began), processed()-spent) // a loaded machine is not to blame
		close(shown)
	})
	go func() {
		sheet, err := work.Guard(func() (engine.Sheet, error) {
			return v.Sheet(ctx, values, func(engine.Sheet) { sign() })
		})
		sign()
		if err == nil {
			if contradiction := v.Consistent(sheet.Answers); contradiction != nil {
				a.t.Errorf("%s: %v", address, contradiction)
			}
		}
		done <- err
	}()
	err, over := a.await(done, shown, stop)
	if !over {
		a.stuck++
		a.blame("%s goes on %v after it was stopped", address, letGo)
		err = <-done
	}
	a.judge(address, err)
	if first > firstSign {
		a.silent++
		a.blame("%s shows nothing for %v", address, first)
	}
	a.weigh(address)
}

// await waits for a setting as long as patience has it, and stops it then.
func (a *attack) await(done <-chan error, shown <-chan struct{}, stop func()) (err error, over bool) {
	wanted, atMost := a.patience()
	select {
	case err := <-done:
		return err, true
	case <-time.After(wanted):
	}
	select {
	case <-shown:
	case <-time.After(atMost - wanted):
	}
	stop()
	spent := processed()
	for range 10 { // while the machine has no time for it
		select {
		case err := <-done:
			return err, true
		case <-time.After(letGo):
		}
		if processed()-spent > letGo {
			break
		}
	}
	return nil, false
}

// blame reports a limit that was passed, where limits are held.
func (a *attack) blame(format string, args ...any) {
	if a.limited {
		a.t.Errorf(format, args...)
	}
}

// processed is how long processors have worked for this process.
func processed() time.Duration {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// judge counts an answer, or why there is none.
func (a *attack) judge(address string, err error) {
	var fault *work.Fault
	switch {
	case err == nil:
		a.answered++
	case errors.As(err, &fault):
		a.t.Errorf("%s: %v\n%s", address, err, fault.Stack)
	case errors.Is(err, context.Canceled):
		a.stopped++
	default:
		a.refused++
	}
}

// weigh looks at how much memory is in use.
func (a *attack) weigh(address string) {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	a.worst = max(a.worst, now.HeapAlloc)
	if now.HeapAlloc > mostMemory {
		a.large++
		a.blame("%s leaves %d MB in use", address, now.HeapAlloc>>20)
	}
}

// setting is a random one of a view, often at the ends of its controls.
func (a *attack) setting(v view.View) param.Values {
	var values param.Values
	for _, c := range v.Choices {
		options := c.Options()
		values = values.Picking(c, options[a.rng.IntN(len(options))].Name)
	}
	for _, t := range v.Texts {
		switch t.Name {
		case "classifier":
			names := learners.Embedded()
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

// number is a value that a control takes.
func (a *attack) number(p param.Param) float64 {
	low, high := p.Travel()
	candidates := []float64{p.Min, p.Max, low, high, p.Default}
	x := p.At(a.rng.Float64())
	if a.rng.IntN(3) == 0 {
		x = candidates[a.rng.IntN(len(candidates))]
	}
	if !a.limited && p.Scale == param.Count { // what takes an afternoon is for the long run
		x = min(x, 100)
	}
	if p.Check(x) != nil {
		return p.Default
	}
	return x
}
