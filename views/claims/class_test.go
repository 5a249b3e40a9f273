package claims

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/classroom"
	"dpscope/engine/work"
	"dpscope/views/viewtest"
)

// tally is a class counted row by row.
type tally struct {
	answered, right map[int]int // by step
	thoughts        map[int]map[string]int
	students        map[string]bool
	steps           []int
}

func tallyOf(file string) tally {
	c := tally{map[int]int{}, map[int]int{}, map[int]map[string]int{}, map[string]bool{}, nil}
	for _, r := range classroom.Simulated(file == protectedClass) {
		if c.answered[r.Step]++; c.answered[r.Step] == 1 {
			c.steps = append(c.steps, r.Step)
			c.thoughts[r.Step] = map[string]int{}
		}
		if r.Prediction == r.Answer {
			c.right[r.Step]++
		}
		if r.Misconception != "" {
			c.thoughts[r.Step][r.Misconception]++
		}
		c.students[r.Student] = true
	}
	return c
}

func TestClassOracles(t *testing.T) {
	asked := func(s viewtest.Setting) (c tally, step int, flipped bool) {
		c = tallyOf(s.Text("file"))
		return c, c.steps[min(int(s.Number("question")), len(c.steps))-1], s.Text("file") == protectedClass
	}
	number := func(of func(c tally, step int) float64) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			c, step, _ := asked(s)
			return viewtest.Number(of(c, step))
		}
	}
	viewtest.Agree(t, Class, viewtest.Suite{Words: map[string][]string{"file": {simulatedClass, protectedClass}}, Oracles: map[string]viewtest.Oracle{
		"right": func(s viewtest.Setting) viewtest.Truth {
			c, step, flipped := asked(s)
			if flipped {
				return viewtest.Between(0, 1)
			}
			return viewtest.Number(float64(c.right[step]) / float64(c.answered[step]))
		},
		"answered":  number(func(c tally, step int) float64 { return float64(c.answered[step]) }),
		"questions": number(func(c tally, _ int) float64 { return float64(len(c.steps)) }),
		"students":  number(func(c tally, _ int) float64 { return float64(len(c.students)) }),
		"stands": number(func(c tally, _ int) float64 {
			last := 0
			for i, step := range c.steps {
				if 2*c.answered[step] >= len(c.students) {
					last = i + 1
				}
			}
			return float64(last)
		}),
		"thought": func(s viewtest.Setting) viewtest.Truth {
			c, step, flipped := asked(s)
			if flipped {
				return viewtest.None()
			}
			var most []string
			top := 0
			for what, times := range c.thoughts[step] {
				if times > top {
					most, top = nil, times
				}
				if times == top {
					most = append(most, what)
				}
			}
			return viewtest.Word(most...).OrNone()
		},
		"epsilon-total":  number(func(c tally, _ int) float64 { return 2 * float64(len(c.steps)) }),
		"attacker-right": number(func(tally, int) float64 { return 0.8807970779778823 }), // e²/(1 + e²)
	}})
}

// A gradebook of one's own is counted as it is, half a room too; a file that is none says what would work.
func TestOwnGradebook(t *testing.T) {
	file := filepath.Join(t.TempDir(), "room.csv")
	var b bytes.Buffer
	if err := classroom.Write(&b, classroom.Simulated(false)[:7]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := Class.Parse("file=" + file + "&question=1")
	if err != nil {
		t.Fatal(err)
	}
	ctx := work.With(t.Context(), &work.Session{Files: work.AnyFile, Store: work.NewStore(1 << 20)})
	answers, err := Class.Values(ctx, v)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range answers {
		if a.Name == "students" && (a.Known.Value < 1 || a.Known.Value > 3) {
			t.Errorf("%v students", a.Known.Value)
		}
	}
	if err := os.WriteFile(file, []byte("a,b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Class.Values(ctx, v); err == nil {
		t.Error("a table of another kind is a class")
	}
}

// What the simulated class was asked is what the lesson that comes with the program asks.
func TestTheClassWasAsked(t *testing.T) {
	q := room{rows: classroom.Simulated(false)}
	for q.at, q.questions = 0, classroom.Questions(q.rows); q.at < len(q.questions); q.at++ {
		if asks := q.question(); !strings.HasSuffix(asks, "?") && !strings.HasSuffix(asks, ".") {
			t.Errorf("question %d is %q", q.at+1, asks)
		}
	}
	if got := question("promise", 1, 2); got != "" {
		t.Errorf("another version of the lesson asks %q", got)
	}
	const long = "You want to live with an ε of two at the very most, and with no more. How many flips of one hundred do you have to allow for that?"
	if got, want := inLead(long), "… How many flips of one hundred do you have to allow for that?"; got != want {
		t.Errorf("of a long question the lead quotes %q, not %q", got, want)
	}
}
