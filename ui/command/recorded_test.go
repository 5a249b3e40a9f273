package command

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"dpscope/engine/effort"
)

var update = flag.Bool("update", false, "answer the recorded addresses anew, and make addresses up for a group that has none")

// What the views have answered, they answer for good: every address of
// testdata/recorded is put to Read, and every reading recorded there must have
// the same value, to the last digit, and the same interval if it had one.
// Readings may come in another order and among new ones, the words of a basis
// may change, and an interval may appear where there was none.
//
// The ordinary run compares a few of the addresses, the same each time. All of
// them, or all of one group (closed, utility, choose, population), are compared
// by
//
//	DPSCOPE_RECORDED=all go test ./ui/command -run Recorded -v
//	DPSCOPE_RECORDED=all go test ./ui/command -run Recorded/closed -v
//
// and one in ten with DPSCOPE_RECORDED=10. On two cores all of utility takes two
// and a half minutes, the other groups together half a minute.
//
// With -update the answers of the groups that run are written anew.
func TestRecorded(t *testing.T) {
	if runtime.GOARCH != "amd64" || fuses() {
		t.Skip("the last digits were recorded on amd64, with every product rounded before it is added; they are not compared here")
	}
	for _, g := range recordedGroups {
		t.Run(g.name, func(t *testing.T) {
			if *update {
				g.record(t)
			} else {
				g.compare(t)
			}
		})
	}
}

// fuses reports whether this build rounds x·x - y once and not twice. The exact
// (1 + 2⁻⁴⁰)² has one bit more than its product that is rounded.
func fuses() bool {
	x := 1 + math.Ldexp(float64(min(len(recordedGroups), 1)), -40) // a number that the compiler does not know
	return x*x+(-1-math.Ldexp(1, -39)) != 0                        // sums are fused everywhere, differences are not
}

// recordedGroup is a part of the recorded addresses.
type recordedGroup struct {
	name     string
	one      int                      // of so many addresses is compared in the ordinary run
	make     func(*settings) []string // addresses, when none are recorded
	quantity int                      // of them
	patience time.Duration            // with each: one that takes longer is not recorded
}

var recordedGroups = []recordedGroup{
	{"closed", 60, (*settings).closed, 18000, time.Second},
	{"utility", 197, (*settings).utility, 1500, 5 * time.Second},
	{"choose", 50, (*settings).choose, 400, time.Second},
	{"population", 33, (*settings).population, 100, 2 * time.Second},
}

func (g recordedGroup) compare(t *testing.T) {
	recorded, err := readRecorded(g.name)
	if err != nil {
		t.Fatal(err)
	}
	recorded = g.part(recorded)
	start := time.Now()
	now := answered(t, recorded.addresses())
	values, wrong := 0, 0
	for i, before := range recorded {
		values += len(before.names)
		for _, difference := range before.differences(now[i]) {
			if wrong++; wrong <= 20 {
				t.Errorf("%s: %s", before.address, difference)
			}
		}
	}
	if wrong > 20 {
		t.Errorf("%d values differ in all", wrong)
	}
	t.Logf("%d addresses, %d values compared in %.1f s", len(recorded), values, time.Since(start).Seconds())
}

// part is what this run compares: a few answers, a fifth of those where time is
// short, or what is asked for.
func (g recordedGroup) part(all recordedAnswers) (some recordedAnswers) {
	n := g.one * effort.Scale(3, 1, 1)
	if testing.Short() {
		n *= 2
	}
	switch asked := os.Getenv("DPSCOPE_RECORDED"); asked {
	case "":
	case "all":
		n = 1
	default:
		n, _ = strconv.Atoi(asked)
		n = max(n, 1)
	}
	for i := n / 2; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

// differences says in what the answers to an address are no longer these.
func (before recordedAnswer) differences(now recordedAnswer) (list []string) {
	for i, name := range before.names {
		k := slices.Index(now.names, name)
		if k < 0 {
			list = append(list, fmt.Sprintf("%s is missing among %q", name, now.names))
		} else if was, is := before.values[i], now.values[k]; !was.stands(is) {
			list = append(list, fmt.Sprintf("%s was %s and is %s", name, was, is))
		}
	}
	return list
}

// record writes what the group's addresses are answered.
func (g recordedGroup) record(t *testing.T) {
	recorded, err := readRecorded(g.name)
	addresses := recorded.addresses()
	if errors.Is(err, os.ErrNotExist) {
		addresses, err = g.make(newSettings(t, g)), nil
	}
	if err == nil {
		err = answered(t, addresses).write(g.name)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d addresses recorded", len(addresses))
}
