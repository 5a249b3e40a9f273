package claims

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
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

// A user's gradebook is counted as it is, also half a room; a file that is no gradebook is refused with what would work.
func TestOwnGradebook(t *testing.T) {
	file := handedIn(t, classroom.Simulated(false)[:7])
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

// The question of the simulated class equals that of the lesson that comes with the program.
func TestTheClassWasAsked(t *testing.T) {
	q := class{rows: classroom.Simulated(false), simulated: true}
	for q.at, q.questions = 0, classroom.Questions(q.rows); q.at < len(q.questions); q.at++ {
		asks := q.asks().question
		if !strings.HasSuffix(asks, "?") && !strings.HasSuffix(asks, ".") {
			t.Errorf("question %d is %q", q.at+1, asks)
		}
		if q.at == 1 && !strings.Contains(asks, "at most 73.1 % of the time") { // e/(1 + e), which some gave for an answer
			t.Errorf("the numbers of question 2 are open: %q", asks)
		}
	}
	if got := asksOf("promise", 1, 2, nil).question; got != "" {
		t.Errorf("another version of the lesson asks %q", got)
	}
	const long = "You want to live with an ε of two at the very most, and with no more. How many flips of one hundred do you have to allow for that?"
	if got, want := inLead(long), "… How many flips of one hundred do you have to allow for that?"; got != want {
		t.Errorf("of a long question the lead quotes %q, not %q", got, want)
	}
}

// The most frequent answer is a whole clause, also where several tie.
func TestMostOften(t *testing.T) {
	for _, c := range []struct {
		times []int
		says  string
	}{
		{nil, ""},
		{[]int{1}, "“a” (the only answer)"},
		{[]int{12}, "Always “a” (all 12 answers)"},
		{[]int{16, 15, 9}, "Most often “a” (16 of 40 answers)"},
		{[]int{1, 1}, "Most often “a” or “b” (each 1 of 2 answers)"},
		{[]int{5, 5, 2}, "Most often “a” or “b” (each 5 of 12 answers)"},
		{[]int{1, 1, 1, 1, 1}, "No single thing: 5 different answers lead (each 1 of 5)"},
	} {
		var said []classroom.Count
		answered := 0
		for i, n := range c.times {
			said = append(said, classroom.Count{What: string(rune('a' + i)), Times: n})
			answered += n
		}
		if got := mostOften(said, answered); got != c.says {
			t.Errorf("%v is said as %q, want %q", c.times, got, c.says)
		}
	}
}

// A misconception counts as the class's belief where it stands behind more answers than are right.
func TestWhatIsBelieved(t *testing.T) {
	for query, want := range map[string]string{
		"question=2": "Most often “a larger ε gives no more away”: 16 of 40 answered “73.1 %”; only 9 gave the right one, “88.1 %”.",
		"question=4": "Most often “Less often” (16 of 31 answers), the right answer to question 4 (lesson promise, step 4).",
		"question=5": "Most often “5.00 %” or “99.3 %” (each 6 of 12 answers); 6 of 12 were right at question 5 (lesson promise, step 6).",
	} {
		if got := viewtest.Sheet(t, Class, query).Lead.Answer.String(); got != want {
			t.Errorf("%s says %q, want %q", query, got, want)
		}
	}
}

// handedIn writes a file with these rows.
func handedIn(t *testing.T, rows []classroom.Row) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "room.csv")
	var b bytes.Buffer
	if err := classroom.Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// ownRoom returns the page of a class that gave these answers to one question, each as often as its tries say.
func ownRoom(t *testing.T, of ...classroom.Row) engine.Sheet {
	t.Helper()
	var rows []classroom.Row
	for _, r := range of {
		for range r.Tries {
			one := r
			one.Class, one.Student, one.Lesson, one.Version, one.Step = "c", fmt.Sprint(len(rows)), "own", 1, 1
			one.Kind, one.Answer, one.Tries, one.Graded = "number", "0", 1, true
			rows = append(rows, one)
		}
	}
	return viewtest.Sheet(t, Class, "file="+handedIn(t, rows)+"&question=1")
}

// The right answer is among the bars, however few gave it.
func TestRightAnswerAmongTheBars(t *testing.T) {
	answers := []classroom.Row{{Prediction: "0", Right: true, Tries: 1}}
	for i := range 9 {
		answers = append(answers, classroom.Row{Prediction: fmt.Sprint(i + 1), Tries: 2})
	}
	bars := ownRoom(t, answers...).Figure.Marks[0].(engine.Bars)
	if len(bars.Marked) != mostAnswers || !slices.Contains(bars.Marked, true) {
		t.Errorf("marked as right: %v", bars.Marked)
	}
}

// A misconception is called the class's belief where it stands behind more answers than anything else, wrong answers without a
// known reason included.
func TestBeliefLeads(t *testing.T) {
	for _, c := range []struct {
		believed, unknown, right int
		leads                    bool
	}{{5, 4, 4, true}, {5, 5, 1, false}, {5, 1, 5, false}, {5, 0, 0, true}} {
		sheet := ownRoom(t, classroom.Row{Prediction: "1", Misconception: "stated", Tries: c.believed},
			classroom.Row{Prediction: "2", Tries: c.unknown}, classroom.Row{Prediction: "0", Right: true, Tries: c.right})
		if says := sheet.Lead.Answer.String(); strings.Contains(says, "answered “1”") != c.leads {
			t.Errorf("%+v: %q", c, says)
		}
	}
	if says := ownRoom(t, classroom.Row{Prediction: "1", Misconception: "stated", Tries: 3}, classroom.Row{Prediction: "2", Misconception: "stated", Tries: 2},
		classroom.Row{Prediction: "0", Right: true, Tries: 1}).Lead.Answer.String(); !strings.Contains(says, "5 of 6 answers fit it") {
		t.Errorf("of two answers that one misconception stands behind it says %q", says)
	}
}

// One answer may have several reasons; none is said to be behind most where another is as frequent.
func TestReasonsOfOneAnswer(t *testing.T) {
	sheet := ownRoom(t, classroom.Row{Prediction: "1", Misconception: "stated", Tries: 1},
		classroom.Row{Prediction: "1", Misconception: "draw", Tries: 1}, classroom.Row{Prediction: "0", Right: true, Tries: 1})
	if note := sheet.Notes[0].Text; !strings.Contains(note, "“1”: "+thoughtOf("draw")+", or "+thoughtOf("stated")+".") {
		t.Errorf("the note says %q", note)
	}
	if price := sheet.Lead.Price.String(); !strings.HasPrefix(price, "Behind 1 of the wrong answers: “") {
		t.Errorf("the lead says %q", price)
	}
}

// A gradebook states its number of questions, whatever number a simulated class has.
func TestTheLastQuestion(t *testing.T) {
	var rows []classroom.Row
	for step := range 7 {
		rows = append(rows, classroom.Row{Class: "c", Student: "a", Lesson: "own", Version: 1, Step: step + 1, Kind: "number", Answer: "0", Prediction: "0",
			Right: true, Tries: 1, Graded: true})
	}
	for query, last := range map[string]int{"file=" + handedIn(t, rows): 7, "file=simulated": 5, "file=protected": 5} {
		if got := viewtest.Sheet(t, Class, query+"&question=1000").Defaults[asked.Name].Last; got != last {
			t.Errorf("%s: the last question is %d, not %d", query, got, last)
		}
	}
	if asked.High != 5 {
		t.Errorf("the slider of the simulated class ends at %g", asked.High)
	}
}

// The heading says which bar is highlighted, and only where one is.
func TestTheRightBarIsNamed(t *testing.T) {
	if title := viewtest.Sheet(t, Class, "question=2").Figure.Title; title != "students (highlighted: right)" {
		t.Errorf("the heading is %q", title)
	}
	if title := ownRoom(t, classroom.Row{Prediction: "1", Tries: 3}).Figure.Title; title != "students" {
		t.Errorf("where nobody was right the heading is %q", title)
	}
}

// Protected answers among open ones are not counted with them, and the page says how many there are.
func TestProtectedAmongOpen(t *testing.T) {
	open, sent := classroom.Simulated(false), classroom.Simulated(true)
	mixed := func(first, second []classroom.Row) string {
		var rows []classroom.Row
		for i, r := range second[:10] { // of two students and more
			r.Student = fmt.Sprint("zz", i)
			rows = append(rows, r)
		}
		return handedIn(t, append(slices.Clone(first), rows...))
	}
	for file, want := range map[string]string{mixed(open, sent): "because protected: ", mixed(sent, open): "because open, or flipped at another ε: "} {
		if note := viewtest.Sheet(t, Class, "file="+file+"&question=1").Notes[0].Text; !strings.Contains(note, " Not counted, "+want) {
			t.Errorf("the note says %q, not %q", note, want)
		}
	}
	if note := viewtest.Sheet(t, Class, "question=1").Notes[0].Text; strings.Contains(note, "Not counted") {
		t.Errorf("where all are open the note says %q", note)
	}
}

// A question with options tells each option in its own words, how many chose it, and none where nobody did; for a protected
// class the number of an option is none.
func TestOptionsInWords(t *testing.T) {
	options := func(sheet engine.Sheet) (rows [][]engine.Cell) {
		table, err := sheet.TableNamed("options")
		if err != nil {
			t.Fatal(err)
		}
		return table.Rows
	}
	words := func(rows [][]engine.Cell) (list []string) {
		for _, row := range rows {
			list = append(list, row[0].Word)
		}
		slices.Sort(list)
		return list
	}
	three := []string{"As often", "Less often", "More often"} // of promise, step 4
	for _, file := range []string{"simulated", "protected"} {
		sheet := viewtest.Sheet(t, Class, "file="+file+"&question=4")
		rows := options(sheet)
		if !slices.Equal(words(rows), three) {
			t.Errorf("%s: the options are %q", file, words(rows))
		}
		total := 0.0
		for _, row := range rows {
			total += row[1].Number
		}
		if total != float64(tallyOf(file).answered[4]) {
			t.Errorf("%s: %g options were chosen", file, total)
		}
		if note := sheet.Notes[0].Text; !strings.Contains(note, "The right answer is Less often.") || strings.Contains(note, " of 3") {
			t.Errorf("%s: the note says %q", file, note)
		}
	}
	sent := viewtest.Sheet(t, Class, "file=protected&question=4").Notes[0].Text
	if !strings.Contains(sent, "“Less often” 12 times, chosen by ≈ 43.1 %") {
		t.Errorf("the note says %q", sent)
	}
	first := classroom.Simulated(false)
	first = slices.DeleteFunc(first, func(r classroom.Row) bool { return r.Step == 4 && r.Prediction == "As often" })
	at := viewtest.Sheet(t, Class, "file="+handedIn(t, first)+"&question=4")
	if rows := options(at); len(rows) != 3 || !slices.ContainsFunc(rows, func(r []engine.Cell) bool { return r[0].Word == "As often" && r[1].Number == 0 }) {
		t.Errorf("an option that nobody chose is missing: %v", rows)
	}
}

// Totals of students sum to those of questions, and each lesson says how far the class got.
func TestTotals(t *testing.T) {
	for _, file := range []string{"simulated", "protected"} {
		sheet := viewtest.Sheet(t, Class, "file="+file+"&question=1")
		table, err := sheet.TableNamed("students")
		if err != nil {
			t.Fatal(err)
		}
		column := func(name string) int {
			return slices.IndexFunc(table.Columns, func(c engine.TableColumn) bool { return c.Name == name })
		}
		sum := func(name string) (total float64) {
			for _, row := range table.Rows {
				total += row[column(name)].Number
			}
			return total
		}
		answered, right := 0, 0
		for step, n := range tallyOf(file).answered {
			answered += n
			right += tallyOf(file).right[step]
		}
		if len(table.Rows) != 40 || sum("answers") != float64(answered) {
			t.Errorf("%s: %d students gave %g answers, not %d", file, len(table.Rows), sum("answers"), answered)
		}
		if open := file == simulatedClass; open && sum("right") != float64(right) || !open && (column("right") >= 0 || sum("epsilon") != 2*float64(answered)) {
			t.Errorf("%s: totals are %+v", file, table.Rows)
		}
		lessons, err := sheet.TableNamed("lessons")
		if err != nil || len(lessons.Rows) != 1 || lessons.Rows[0][2].Number != 40 || lessons.Rows[0][4].Word != "step 4" {
			t.Errorf("%s: %+v, %v", file, lessons.Rows, err)
		}
	}
	var rows []classroom.Row
	for student, passes := range [][]string{{"own", "another"}, {"own", "another"}, {"own"}, {"own"}} {
		for _, lesson := range passes {
			for step := range 2 {
				rows = append(rows, classroom.Row{Class: "c", Student: fmt.Sprint(student), Lesson: lesson, Version: 1, Step: step + 1, Kind: "number",
					Answer: "0", Prediction: "0", Right: true, Tries: 1, Graded: true})
			}
		}
	}
	sheet := viewtest.Sheet(t, Class, "file="+handedIn(t, rows)+"&question=1")
	if price := sheet.Lead.Price.String(); price != "At least half of the students have reached step 2 of lesson another." {
		t.Errorf("the lead says %q", price)
	}
}
