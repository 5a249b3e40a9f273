package command

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"dpscope/engine/effort"
)

var update = flag.Bool("update", false, "answer the recorded addresses anew")

// What the views have answered, they answer for good: every address of
// testdata/recorded is put to Read, and every reading recorded there must have
// the same value, to the last digit, and the same interval if it had one.
// Addresses and readings stand there in the words of their day, which views.Moved
// says in those of today; the group moved has those of presets, claims, lessons
// and documents from before views were merged.
// Readings may come in another order and among new ones, the words of a basis
// may change, and an interval may appear where there was none.
//
// The ordinary run compares a few of the addresses, the same each time. All of
// them, or all of one group (closed, utility, choose, population, moved), are compared
// by
//
//	DPSCOPE_RECORDED=all go test ./ui/command -run Recorded -v
//	DPSCOPE_RECORDED=all go test ./ui/command -run Recorded/closed -v
//
// and one in ten with DPSCOPE_RECORDED=10. On two cores all of utility takes two
// and a half minutes, the other groups together half a minute.
//
// With -update the answers of the groups that run are written anew, under the same words.
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
	name string
	one  int // of so many addresses is compared in the ordinary run
}

var recordedGroups = []recordedGroup{
	{"closed", 60}, {"utility", 197}, {"choose", 50}, {"population", 33}, {"moved", 8},
}

func (g recordedGroup) compare(t *testing.T) {
	recorded, err := readRecorded(g.name)
	if err != nil {
		t.Fatal(err)
	}
	recorded = g.part(recorded)
	start := time.Now()
	now := answered(t, recorded.today())
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
		if is, found := now.of(before.today(name, now)); !found {
			list = append(list, fmt.Sprintf("%s is missing among %q", before.today(name, now), now.names))
		} else if was := before.values[i]; !was.stands(is) {
			list = append(list, fmt.Sprintf("%s was %s and is %s", name, was, is))
		}
	}
	return list
}

// record writes what the group's addresses are answered.
func (g recordedGroup) record(t *testing.T) {
	recorded, err := readRecorded(g.name)
	if err != nil {
		t.Fatal(err)
	}
	for i, now := range answered(t, recorded.today()) {
		for k, name := range recorded[i].names {
			if is, found := now.of(recorded[i].today(name, now)); found {
				recorded[i].values[k] = is
			}
		}
	}
	if err := recorded.write(g.name); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d addresses recorded", len(recorded))
}
