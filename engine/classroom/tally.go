package classroom

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/learners/source"
)

// Question is a question of a lesson, with the class's answers.
type Question struct {
	Lesson        string
	Version, Step int
	Kind          string
	Answer        string  // the truth
	Epsilon       float64 // of each protected answer; 0: unprotected
	Options       int     // of a protected question
	rows          []Row
	others        []Row // protected differently from the first one, and not counted
}

// Name returns the question's name on a page.
func (q Question) Name() string { return fmt.Sprintf("%s, step %d", cut(q.Lesson, 16), q.Step) }

// cut shortens a text to a number of letters.
func cut(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

// Questions returns the questions of a gradebook, lessons in the order of the class and by step, without
// sentences.
func Questions(rows []Row) (list []Question) {
	type key struct {
		lesson        string
		version, step int
	}
	of := map[key]int{}
	for _, r := range rows {
		kind, _, _ := strings.Cut(r.Kind, ",")
		if kind == "sentence" {
			continue
		}
		epsilon, protected := protectionOf(r.Kind)
		_, options, sent := sentOf(r.Answer)
		if protected && !sent {
			continue // useless without its number of options
		}
		k := key{r.Lesson, r.Version, r.Step}
		at, known := of[k]
		if !known {
			at, of[k] = len(list), len(list)
			q := Question{Lesson: r.Lesson, Version: r.Version, Step: r.Step, Kind: kind, Answer: r.Answer}
			if protected {
				q.Epsilon, q.Options = epsilon, options
			}
			list = append(list, q)
		}
		if list[at].Epsilon == epsilon {
			list[at].rows = append(list[at].rows, r)
		} else {
			list[at].others = append(list[at].others, r)
		}
	}
	order := inOrder(lessonPlaces(rows))
	slices.SortStableFunc(list, func(a, b Question) int { return order(a.rows[0], b.rows[0]) })
	return list
}

// Count is a statement with its frequency.
type Count struct {
	What  string
	Times int
}

// counts sorts by frequency, the greatest first, then by name.
func counts(of map[string]int) (list []Count) {
	for _, what := range slices.Sorted(maps.Keys(of)) {
		list = append(list, Count{what, of[what]})
	}
	slices.SortStableFunc(list, func(a, b Count) int { return b.Times - a.Times })
	return list
}

// Answered returns the number of answers.
func (q Question) Answered() int { return answered(q.rows) }

// Others returns the number of answers protected differently from the first one, which are not counted.
func (q Question) Others() int { return answered(q.others) }

func answered(rows []Row) (n int) {
	for _, r := range rows {
		if !r.Skipped {
			n++
		}
	}
	return n
}

// Said returns the answers with their frequencies.
func (q Question) Said() []Count {
	of := map[string]int{}
	for _, r := range q.rows {
		if !r.Skipped {
			of[r.Prediction]++
		}
	}
	return counts(of)
}

// Accepts reports whether an answer that was given counted as right.
func (q Question) Accepts(answer string) bool {
	return slices.ContainsFunc(q.rows, func(r Row) bool { return r.Right && r.Prediction == answer })
}

// Thoughts returns the misconceptions behind wrong answers, with their frequencies.
func (q Question) Thoughts() []Count { return q.thoughts(func(Row) bool { return true }) }

// ThoughtsOf returns the misconceptions behind one of the answers.
func (q Question) ThoughtsOf(answer string) []Count {
	return q.thoughts(func(r Row) bool { return r.Prediction == answer })
}

func (q Question) thoughts(told func(Row) bool) []Count {
	of := map[string]int{}
	for _, r := range q.rows {
		if r.Misconception != "" && told(r) {
			of[r.Misconception]++
		}
	}
	return counts(of)
}

// Right returns the share of right answers: counted, or for protected ones estimated, with an interval.
func (q Question) Right() known.Value {
	n, right := q.Answered(), 0
	for _, r := range q.rows {
		if !r.Skipped && (r.Right && q.Epsilon == 0 || q.Epsilon > 0 && r.Prediction == q.Answer) {
			right++
		}
	}
	switch {
	case n == 0:
		return known.Nothing("nobody has answered")
	case q.Epsilon > 0:
		return Protection{q.Epsilon, q.Options}.Share(right, n, 0.95)
	}
	return known.Exactly(float64(right) / float64(n))
}

// Students returns the number of students.
func Students(rows []Row) int {
	of := map[[2]string]bool{}
	for _, r := range rows {
		of[[2]string{r.Class, r.Student}] = true
	}
	return len(of)
}

// reached returns the number of students who have reached the question, answered or skipped.
func (q Question) reached() int { return len(q.rows) + len(q.others) }

// Stands returns the last question that at least half of the students have reached, from 1; 0 if there is
// none.
func Stands(rows []Row, questions []Question) int {
	students := Students(rows)
	for i := len(questions) - 1; i >= 0; i-- {
		if 2*questions[i].reached() >= students {
			return i + 1
		}
	}
	return 0
}

// Open reads a gradebook, or a hand-in, once in a session; of a class file what the class has handed in so far.
func Open(ctx context.Context, path string) ([]Row, error) {
	if strings.HasSuffix(path, ClassEnding) {
		return gathered(ctx, path)
	}
	type key struct{ file string }
	const most = 64 << 20
	if err := work.MayOpen(ctx, path); err != nil {
		return nil, err
	}
	bytes := func(rows []Row) int64 { return 300 * int64(len(rows)) }
	return work.Reported(ctx, key{work.Identity(ctx, path)}, bytes, func(context.Context) ([]Row, error) {
		text, whole, err := source.Begin(path, most)
		switch {
		case err != nil:
			return nil, err
		case !whole:
			return nil, fmt.Errorf("%s is longer than 64 MiB, which no gradebook is", path)
		}
		rows, _, err := Read(filepath.Base(path), text)
		if err == nil && len(rows) == 0 {
			return nil, fmt.Errorf("%s holds no answer; a gradebook that dpscope grade wrote would work", path)
		}
		rows, _ = Merge([]HandIn{{path, rows}})
		return rows, err
	})
}

// Simulated returns an example class of 40 fictitious students, partway through some questions of a lesson.
// If protected, its answers were flipped at ε = 2.
func Simulated(protected bool) (rows []Row) {
	const students, version = 40, 2
	asked := []struct {
		step    int
		kind    string
		answer  string
		wrong   []string // the other answers
		thought []string // the misconception behind each
		right   float64
	}{
		{1, "number", "75.0 %", []string{"50.0 %"}, []string{"draw"}, 0.8},
		{2, "point", "88.1 %", []string{"96.2 %", "73.1 %"}, []string{"linear", "same"}, 0.3},
		{3, "choice", "ε = 0.1", []string{"ε = 5", "They are alike"}, []string{"end", "percent"}, 0.7},
		{4, "choice", "Less often", []string{"As often", "More often"}, []string{"stated", "near"}, 0.45},
		{6, "number", "99.3 %", []string{"5.00 %"}, []string{"percent"}, 0.6},
	}
	rng := rand.New(rand.NewPCG(40, 7))
	for student := range students {
		last := len(asked) - rng.IntN(3)
		for _, q := range asked[:last] {
			r := Row{Class: "example", Student: fmt.Sprintf("student %02d", student+1), Lesson: "promise", Version: version, Step: q.step, Kind: q.kind,
				Answer:     q.answer,
				Prediction: q.answer, Right: true, Graded: true, Tries: 1, Seconds: 20 + rng.IntN(60)}
			chosen := 0
			if rng.Float64() >= q.right {
				chosen = 1 + rng.IntN(len(q.wrong))
				r.Prediction, r.Right, r.Misconception = q.wrong[chosen-1], false, q.thought[chosen-1]
			}
			if protected {
				p := Protection{2, len(q.wrong) + 1}
				options := append([]string{q.answer}, q.wrong...)
				shown := Shuffled(options, func(text string) string { return text })
				sent := func(option int) string { return p.Sent(slices.Index(shown, options[option])) }
				r = Row{Class: r.Class, Student: r.Student, Lesson: r.Lesson, Version: r.Version, Step: r.Step, Kind: p.Kind(q.kind),
					Prediction: sent(p.Flip(chosen, rng.Uint64)), Answer: sent(0)}
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// Spent returns the total ε of a class's protected questions: the most that one student spends.
func Spent(questions []Question) (total float64) {
	for _, q := range questions {
		total += q.Epsilon
	}
	return total
}

// Largest returns the most frequent statement with its count, in words.
func Largest(list []Count) string {
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("%s (%s)", list[0].Quoted(24), numeral.Count(float64(list[0].Times)))
}

// Quoted returns the statement in quotes, shortened to a number of letters.
func (c Count) Quoted(most int) string { return "“" + cut(c.What, most) + "”" }
