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

// Recorded answers do not change: every address of testdata/recorded is put to read, and every recorded reading must have the
// same value, to the last digit, and the same interval if it had one. Addresses and readings are recorded in the words of their
// day, which views.Moved translates into today's; the group moved has those of presets, claims, lessons and documents from
// before views were merged. Readings may come in another order and among new ones, the words of a basis may change, and an
// interval may be added.
//
// The ordinary run compares a few of the addresses, the same each time. These commands compare all of them, or all of one group
// (closed, utility, choose, population, moved),
//
//	DPSCOPE_RECORDED=all go test ./ui/command -run Recorded -v
//	DPSCOPE_RECORDED=all go test ./ui/command -run Recorded/closed -v
//
// and DPSCOPE_RECORDED=10 compares one in ten. On two cores utility takes two and a half minutes, the other groups together
// half a minute.
//
// With -update the answers of the groups that run are recorded again, under the same words.
func TestRecorded(t *testing.T) {
	effort.Unwatched(t)
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

// fuses reports whether this build rounds x·x - y once and not twice. The exact (1 + 2⁻⁴⁰)² has one bit more than its rounded
// product.
func fuses() bool {
	x := 1 + math.Ldexp(float64(min(len(recordedGroups), 1)), -40) // a number that the compiler does not know
	return x*x+(-1-math.Ldexp(1, -39)) != 0                        // sums are fused everywhere, differences are not
}

// recordedGroup is a part of the recorded addresses.
type recordedGroup struct {
	name string
	one  int // the ordinary run compares one address in this many
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

// part selects the answers that this run compares: a few, a fifth of those where time is short, or those asked for.
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

// differences lists how the answers to an address differ from the recorded ones.
func (before recordedAnswer) differences(now recordedAnswer) (list []string) {
	for i, name := range before.names {
		today, factor := before.today(name, now)
		if is, found := now.of(today); !found {
			list = append(list, fmt.Sprintf("%s is missing among %q", today, now.names))
		} else if was := before.values[i].scaled(factor); !was.stands(is) {
			list = append(list, fmt.Sprintf("%s was %s and is %s", name, was, is))
		}
	}
	return list
}

// record records the answers to the group's addresses.
func (g recordedGroup) record(t *testing.T) {
	recorded, err := readRecorded(g.name)
	if err != nil {
		t.Fatal(err)
	}
	for i, now := range answered(t, recorded.today()) {
		for k, name := range recorded[i].names {
			today, factor := recorded[i].today(name, now)
			if is, found := now.of(today); found {
				recorded[i].values[k] = is.scaled(1 / factor)
			}
		}
	}
	if err := recorded.write(g.name); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d addresses recorded", len(recorded))
}
