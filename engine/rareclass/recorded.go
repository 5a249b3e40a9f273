package rareclass

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"dpscope/learners/metric"
)

// GridVersion numbers the runs over the eight sets: a change of a run's results raises it, so that no grid
// mixes two versions.
const GridVersion = 2

// GridBudgets lists the paper's budgets, at which runs are recorded.
var GridBudgets = [...]float64{0.05, 0.1, 0.5, 1, 5}

// recordedRuns holds runs on the eight sets, each a line, below the command that made them.
//
//go:embed recorded.csv
var recordedRuns string

// runKey names runs of one approach.
type runKey struct {
	set, approach string
	epsilon       float64 // 0: without privacy
}

// recording is all that was recorded.
type recording struct {
	version int
	command string
	runs    map[runKey]Repeats // by split; one that was not run has NaN for its AUC
}

// recorded reads it.
var recorded = sync.OnceValue(func() recording {
	r, err := readRecorded(recordedRuns)
	if err != nil {
		return recording{} // a test reads it
	}
	return r
})

// readRecorded reads lines set,approach,epsilon,split,tp,fp,fn,tn,auc,scarce below a line "# version V: COMMAND" and their names.
func readRecorded(text string) (recording, error) {
	r := recording{runs: map[runKey]Repeats{}}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) < 2 {
		return r, fmt.Errorf("%d lines; a command and the names of columns at least would work", len(lines))
	}
	words, command, found := strings.Cut(lines[0], ": ")
	if _, err := fmt.Sscanf(words, "# version %d", &r.version); err != nil || !found {
		return r, fmt.Errorf("line 1 is %q; # version 1: COMMAND would work", lines[0])
	}
	r.command = command
	splits := map[runKey]map[int]Result{}
	for i, line := range lines[2:] {
		cells := strings.Split(line, ",")
		if len(cells) != 10 {
			return r, fmt.Errorf("line %d has %d cells; 10 would work", i+3, len(cells))
		}
		var numbers [8]float64
		for k, cell := range cells[2:] {
			if cell == "" {
				numbers[k] = math.NaN()
				continue
			}
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				return r, fmt.Errorf("line %d: %w", i+3, err)
			}
			numbers[k] = v
		}
		key := runKey{cells[0], cells[1], numbers[0]}
		if math.IsNaN(key.epsilon) {
			key.epsilon = 0
		}
		o := metric.Outcomes{TruePositive: numbers[2], FalsePositive: numbers[3], FalseNegative: numbers[4], TrueNegative: numbers[5]}
		if splits[key] == nil {
			splits[key] = map[int]Result{}
		}
		splits[key][int(numbers[1])] = Result{Half: o, Public: o, AUC: numbers[6], Scarce: numbers[7] == 1}
	}
	for key, of := range splits {
		for k := 1; len(of) > 0; k++ {
			one, found := of[k]
			if !found {
				one = Result{AUC: math.NaN()}
			}
			r.runs[key] = append(r.runs[key], one)
			delete(of, k)
		}
	}
	return r, nil
}

// Recorded gives access to the runs recorded of one set.
type Recorded struct{ Set string }

// RecordedOf returns the recorded runs of a set, by its file name; found reports whether there are any.
func RecordedOf(file string) (r Recorded, found bool) {
	r.Set = setName(file)
	for key := range recorded().runs {
		if key.set == r.Set {
			return r, true
		}
	}
	return r, false
}

// Runs returns the runs of an approach at a budget, one per split; an approach without privacy ignores the
// budget.
func (r Recorded) Runs(a Approach, epsilon float64) Repeats {
	if !a.Private() {
		epsilon = 0
	}
	return recorded().runs[runKey{r.Set, a.RunName(), epsilon}]
}

// Splits returns the greatest number of splits that an approach was run on.
func (r Recorded) Splits() (most int) {
	for key, runs := range recorded().runs {
		if key.set == r.Set {
			most = max(most, len(runs))
		}
	}
	return most
}

// Missing returns the approaches not recorded on every split at every budget of the grid, each with its
// number of runs and the full number.
func (r Recorded) Missing(all []Approach) (list []Gap) {
	for _, a := range all {
		gap, budgets := Gap{Approach: a}, GridBudgets[:]
		if !a.Private() {
			budgets = budgets[:1] // without meaning for it
		}
		for _, epsilon := range budgets {
			gap.Runs, gap.Of = gap.Runs+len(r.Runs(a, epsilon)), gap.Of+r.Splits()
		}
		if gap.Runs < gap.Of {
			list = append(list, gap)
		}
	}
	return list
}

// Gap is an approach with fewer recorded runs than the others.
type Gap struct {
	Approach
	Runs, Of int
}

// Command returns the command that made the recording.
func (Recorded) Command() string { return recorded().command }

// RunName returns the name under which runs of the approach are recorded; for GEM it includes the workload.
func (a Approach) RunName() string {
	if s, is := a.Learner.(Synthetic); is && s.Workload != 0 {
		return a.Name + "/" + s.Workload.String()
	}
	return a.Name
}

// RecordedSets returns the sets with recorded runs, in the order of Table 2.
func RecordedSets() (names []string) {
	for _, set := range Sets {
		if _, found := RecordedOf(set); found {
			names = append(names, set)
		}
	}
	return slices.Clip(names)
}
