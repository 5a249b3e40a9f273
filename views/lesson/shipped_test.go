package lesson

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"dpscope/assets"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
	"dpscope/views/formula"
)

// shipped calls test with every lesson that comes with the program.
func shipped(t *testing.T, test func(t *testing.T, l Lesson)) {
	for _, name := range Shipped() {
		l, err := Open(name)
		if err != nil {
			t.Error(err)
			continue
		}
		t.Run(name, func(t *testing.T) { test(t, l) })
	}
}

// Every number of every lesson is computed, and none contradicts the lesson.
func TestShippedLessonsHold(t *testing.T) {
	shipped(t, func(t *testing.T, l Lesson) {
		if slices.Contains([]string{"record", "steps", "meet"}, l.Name) {
			effort.Unwatched(t)
		}
		for _, f := range Check(worktest.Shared(), l.Name+".md", l) {
			t.Error(f)
		}
		if name := l.Name; name == "" || l.Title == "" || len(l.Trust) != TrustLines {
			t.Errorf("%q has no title, or does not say who trusts whom", name)
		}
		for _, s := range l.Steps {
			if !s.Asks() {
				t.Errorf("%s: %q asks nothing", l.Name, s.Heading)
			}
		}
	})
}

// The mark of a point begins elsewhere than at the answer.
func TestMarksGiveNothingAway(t *testing.T) {
	shipped(t, func(t *testing.T, l Lesson) {
		for i, s := range l.Steps {
			if s.Ask.Kind != Point {
				continue
			}
			asked, err := s.Fill(worktest.Shared())
			if err != nil {
				t.Fatal(err)
			}
			if asked.Judge(t.Context(), asked.Start).Right {
				t.Errorf("step %d: the mark begins at %s, and %s is right", i+1, asked.Write(asked.Start), asked.Said)
			}
		}
	})
}

// Lessons are short and plain: their questions, reasons, hints and explanations.
func TestShippedLessonsReadEasily(t *testing.T) {
	const mostInStep, mostWords, mostGrade = 140, 1000, 9
	shipped(t, func(t *testing.T, l Lesson) {
		total := reading{}
		for _, b := range l.Intro {
			total = total.plus(countText(b.Text()))
		}
		for i, s := range l.Steps {
			r := count(s)
			if r.words > mostInStep {
				t.Errorf("step %d has %d words, more than %d", i+1, r.words, mostInStep)
			}
			total = total.plus(r)
		}
		t.Logf("%d steps, %d words, grade %.1f", len(l.Steps), total.words, total.grade())
		if total.words > mostWords || total.grade() > mostGrade {
			t.Errorf("%d words of grade %.1f; at most %d of %d would work", total.words, total.grade(), mostWords, mostGrade)
		}
	})
}

// A handout fits a page of 80 columns, asks all questions, and tells no misconception.
func TestHandoutIsForPaper(t *testing.T) {
	effort.Unwatched(t)
	shipped(t, func(t *testing.T, l Lesson) {
		var b bytes.Buffer
		if err := l.Handout(worktest.Shared(), &b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > handoutWidth {
				t.Errorf("%d columns: %s", n, line)
			}
		}
		for _, s := range l.Steps {
			if !strings.Contains(text, ". "+s.Heading+"\n") {
				t.Errorf("%q is not there", s.Heading)
			}
		}
		for i, s := range l.Steps { // the quantity asked for stands nowhere on paper but in the first step, which asks to read it
			asked, err := s.Fill(worktest.Shared())
			if err != nil {
				t.Fatal(err)
			}
			_, after, _ := strings.Cut(text, fmt.Sprintf("\n%d. %s\n", i+1, s.Heading))
			screen, _, _ := strings.Cut(after, "\n"+firstWords(asked.Question))
			if said := ": " + asked.Said + "\n"; i > 0 && s.Ask.Kind != Choice && s.Ask.Of != "" && strings.Contains(screen+"\n", said) {
				t.Errorf("step %d asks for what stands on the paper: %s", i+1, screen)
			}
		}
		if strings.ContainsAny(text, "{}") || strings.Contains(text, "->") {
			t.Error("holes or misconceptions are left in it")
		}
	})
}

// Neither its place nor its length reveals the true reason: it is not by far the longest, and stands first and last as often as
// others.
func TestReasonsDoNotGiveThemselvesAway(t *testing.T) {
	effort.Unwatched(t)
	const longer = 3 // words
	places := make([]int, reasons)
	shipped(t, func(t *testing.T, l Lesson) {
		for i, s := range l.Steps {
			if len(s.because) == 0 {
				continue
			}
			asked, err := s.Fill(worktest.Shared())
			if err != nil {
				t.Fatal(err)
			}
			right := Right(asked.Reasons)
			places[right]++
			most := 0
			for k, o := range asked.Reasons {
				if k != right {
					most = max(most, len(strings.Fields(o.Text)))
				}
			}
			if n := len(strings.Fields(asked.Reasons[right].Text)); n >= most+longer {
				t.Errorf("step %d: the true reason has %d words, no other more than %d", i+1, n, most)
			}
		}
	})
	for place, count := range places {
		if count == 0 {
			t.Errorf("the true reason is nowhere at place %d: %v", place+1, places)
		}
	}
	t.Log(places)
}

// An attacker is right at most, and never more: no text of a lesson says of a guess only that it is right.
func TestOddsAreAtMost(t *testing.T) {
	shipped(t, func(t *testing.T, l Lesson) {
		for i, s := range l.Steps {
			for _, b := range s.Prose {
				for _, sentence := range strings.SplitAfter(b.Text(), ". ") {
					if strings.Contains(sentence, "right {odds attacker-right") || strings.Contains(sentence, "right {attacker-right") {
						t.Errorf("step %d: %s", i+1, sentence)
					}
				}
			}
		}
	})
}

// firstWords returns the words of a text that stand in one line wherever it is wrapped.
func firstWords(text string) string {
	const few = 4
	words := strings.Fields(text)
	return strings.Join(words[:min(few, len(words))], " ")
}

func TestGradeCounts(t *testing.T) {
	for text, want := range map[string]reading{
		"The cat sat.": {3, 1, 3}, "One more time? Yes, 3 of {n}.": {7, 2, 7}, "private noise": {2, 1, 3}, "ε = 2": {3, 1, 3},
	} {
		if got := countText(text); got != want {
			t.Errorf("%q counts %+v, want %+v", text, got, want)
		}
	}
}

// reading holds the counts for the grade of a text.
type reading struct{ words, sentences, syllables int }

func (r reading) plus(s reading) reading {
	return reading{r.words + s.words, r.sentences + s.sentences, r.syllables + s.syllables}
}

// grade returns the grade of Flesch and Kincaid.
func (r reading) grade() float64 {
	return 0.39*float64(r.words)/float64(r.sentences) + 11.8*float64(r.syllables)/float64(r.words) - 15.59
}

// count reads all texts of a step.
func count(s Step) reading {
	total := countText(s.question.text).plus(countText(s.hint.text)).plus(countText(s.Heading))
	for _, o := range s.options {
		total = total.plus(countText(o.text))
	}
	for _, o := range s.because {
		total = total.plus(countText(o.text))
	}
	for _, b := range s.Prose {
		total = total.plus(countText(b.Text()))
	}
	return total
}

// countText counts a text: a filled-in value is one word of one syllable, and so is a number or a sign.
func countText(text string) (r reading) {
	text = inHole.ReplaceAllString(text, "1")
	ended := true
	for _, w := range strings.Fields(text) {
		bare := strings.TrimFunc(w, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '%' && c != '=' })
		if bare == "" {
			continue
		}
		r.words++
		r.syllables += syllables(bare)
		ended = strings.ContainsAny(w[len(w)-1:], ".?!") || strings.HasSuffix(w, ".”") || strings.HasSuffix(w, "?”")
		if ended {
			r.sentences++
		}
	}
	if !ended {
		r.sentences++
	}
	return r
}

// syllables counts groups of vowels, less a silent e at the end, at least one.
func syllables(word string) int {
	groups, in := 0, false
	for _, c := range strings.ToLower(word) {
		vowel := strings.ContainsRune("aeiouy", c)
		if vowel && !in {
			groups++
		}
		in = vowel
	}
	if strings.HasSuffix(strings.ToLower(word), "e") {
		groups--
	}
	return max(groups, 1)
}

// A number said to be at most something is a bound, and no estimate.
func TestAtMostIsABound(t *testing.T) {
	effort.Unwatched(t)
	atMost := regexp.MustCompile(`(?i)at most \{([^}]*)\}`)
	shipped(t, func(t *testing.T, l Lesson) {
		for i, s := range l.Steps {
			for _, text := range s.texts() {
				for _, hole := range atMost.FindAllStringSubmatch(text.text, -1) {
					f, err := formula.Compile(strings.TrimPrefix(hole[1], "odds "))
					if err != nil {
						t.Fatal(err)
					}
					v, err := formula.Scope{Asker: formula.NewAsker(), At: s.At}.Value(worktest.Shared(), f)
					if err != nil {
						t.Fatal(err)
					}
					if v.Answer != nil && v.Answer.Known.Basis == known.Estimate {
						t.Errorf("step %d: at most %s, which is an estimate", i+1, hole[1])
					}
				}
			}
		}
	})
}

// What a step says about an attacker concerns its own question, and not the page at its opening.
func TestOddsAreOfTheQuestion(t *testing.T) {
	for _, c := range []struct {
		lesson string
		step   int
		says   string // empty: nothing about odds
	}{
		{"promise", 9, "50 of 100"}, {"promise", 11, "88.1 of 100"}, {"promise", 12, "88.1 of 100"}, {"delta", 1, ""}, {"broken", 4, ""}, {"broken", 6, ""},
	} {
		l, err := Open(c.lesson)
		if err != nil {
			t.Fatal(err)
		}
		asked, err := l.Steps[c.step-1].Fill(worktest.Shared())
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, b := range asked.Prose {
			all = append(all, b.Text())
		}
		text := strings.Join(all, " ")
		if n := strings.Count(text, " of 1"); c.says == "" && n > 0 || c.says != "" && (n != 1 || !strings.Contains(text, c.says)) {
			t.Errorf("%s %d says %q, want %q and no other odds", c.lesson, c.step, text, c.says)
		}
	}
}

// Filled-in numbers read as English within their sentences: no "of in the paper 9.25", nothing said twice.
func TestFilledSentencesRead(t *testing.T) {
	effort.Unwatched(t)
	stumbles := regexp.MustCompile(`[a-z] in the paper \d|, but for rounding, which|rounding, which is rounding|(?i)at most at most|at most ≤|at least ≥`)
	shipped(t, func(t *testing.T, l Lesson) {
		for i, s := range l.Steps {
			asked, err := s.Fill(worktest.Shared())
			if err != nil {
				t.Fatal(err)
			}
			texts := []string{asked.Question, asked.Hint}
			for _, b := range asked.Prose {
				texts = append(texts, b.Text())
			}
			for _, text := range texts {
				if found := stumbles.FindString(text); found != "" {
					t.Errorf("step %d says %q in %q", i+1, found, text)
				}
			}
		}
	})
}

// Every lesson comes after those that it needs, and so does each one of a plan.
func TestLessonsFollowWhatTheyNeed(t *testing.T) {
	follow := func(name string, order []string) {
		for i, of := range order {
			l, err := Open(of)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, need := range l.Needs {
				if !slices.Contains(order[:i], need) {
					t.Errorf("%s: %s needs %s, which does not come before it", name, of, need)
				}
			}
		}
	}
	follow("shipped", Shipped())
	inPlan := regexp.MustCompile(`lessons: ([a-z, ]+?),? (?:and )?minutes:`)
	named := regexp.MustCompile(`[Ll]esson (` + strings.Join(Shipped(), "|") + `)\b`)
	for _, minutes := range []int{45, 90} {
		text, err := assets.Plan(minutes)
		if err != nil {
			t.Fatal(err)
		}
		found := inPlan.FindStringSubmatch(string(text))
		if found == nil {
			t.Fatalf("the plan for %d minutes names no lessons", minutes)
		}
		order := strings.Split(found[1], ", ")
		follow(fmt.Sprintf("%d minutes", minutes), order)
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(order, m[1]) {
				t.Errorf("the plan for %d minutes names %s besides", minutes, m[1])
			}
		}
	}
}

// The half of ε that a coin of labels spends is found by predicting it: the former lesson's answer is recognised as a
// misconception, and neither lesson begins by asking for what it shows.
func TestHalfOfEpsilonIsFound(t *testing.T) {
	ctx := worktest.Shared()
	for _, name := range []string{"promise", "coin"} {
		l, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if !l.Steps[0].hidesAsked() {
			t.Errorf("%s shows what its first step asks for", name)
		}
		asked, err := l.Steps[0].Fill(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(asked.Question, strings.TrimSuffix(asked.Said, ".0 %")) {
			t.Errorf("%s asks %q, and the answer is %s", name, asked.Question, asked.Said)
		}
	}
	coin, _ := Open("coin")
	asked, err := coin.Steps[0].Fill(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if full := 1 / (1 + math.E); asked.Judge(ctx, full).Misconception != "stated" || asked.Judge(ctx, 0.378).Misconception != "" {
		t.Errorf("%v is %+v", full, asked.Judge(ctx, full))
	}
	if len(asked.Reasons) != reasons {
		t.Error("no reason is asked for")
	}
	last, err := coin.Steps[6].Fill(ctx)
	if err != nil {
		t.Fatal(err)
	}
	// √(.55·.45/40)/tanh(ε/4), ε = 2: the standard deviation of Warner's estimate.
	if want := fmt.Sprintf("± %.1f", 100*math.Sqrt(.55*.45/40)/math.Tanh(.5)); !strings.Contains(last.Prose[0].Text(), want) {
		t.Errorf("%q does not say %s", last.Prose[0].Text(), want)
	}
}

// Coins are undone, more people halve a margin by the root, an office needs far less ε, and answers that forget one of these
// are recognised. The numbers are computed from the definitions of the margin (specs of surveys), to the displayed digits.
func TestSurveyIsUndone(t *testing.T) {
	if place := slices.Index(Shipped(), "survey"); place != 2 {
		t.Errorf("survey is lesson %d, want the third", place+1)
	}
	l, err := Open("survey")
	if err != nil {
		t.Fatal(err)
	}
	p := 1 / (1 + math.Exp(-1))
	undone := 100 * (0.38 - (1 - p)) / (2*p - 1)
	for _, c := range []struct {
		step    int
		asks    string // text of the question
		answer  float64
		says    []string // of the prose
		guess   float64
		thought string
	}{
		{1, "30 of 100", 0.0200, nil, 0.0467, "chance"},
		{2, "0.991 points", 0.0467, []string{"scatter by 2.15 points", "± 4.67 points", "371 honest answers"}, 0.00991, "raw"},
		{3, "± 4.67 points", 0.0234, []string{"halve it", "10,900 people"}, 0.0467 / 4, "root"},
		{4, "3 points at most", 1.77, []string{"ε = 1.77"}, 1.56, "linear"},
		{5, "an office sees all", 0.0348, []string{"ε = 0.0348", "28.7 times less"}, 1, "trust"},
		{6, "38 of 100", undone, []string{fmt.Sprintf("%.1f of 100 mean yes", undone)}, 38, "raw"},
	} {
		asked, err := l.Steps[c.step-1].Fill(worktest.Shared())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(asked.Question, c.asks) || math.Abs(asked.True-c.answer) > 0.005*c.answer {
			t.Errorf("step %d asks %q, answer %v, want %v", c.step, asked.Question, asked.True, c.answer)
		}
		var prose strings.Builder
		for _, b := range asked.Prose {
			prose.WriteString(b.Text() + " ")
		}
		for _, want := range c.says {
			if !strings.Contains(prose.String(), want) {
				t.Errorf("step %d says %q, want %q in it", c.step, prose.String(), want)
			}
		}
		if got := asked.Judge(t.Context(), c.guess); got.Right || got.Misconception != c.thought {
			t.Errorf("step %d: a guess of %v is %+v, want %s", c.step, c.guess, got, c.thought)
		}
	}
}

// That intervals overlap is no tie: which leads is judged by the paired difference of the page.
func TestOverlapIsNoTie(t *testing.T) {
	l, err := Open("rare")
	if err != nil {
		t.Fatal(err)
	}
	s := l.Steps[5]
	asked, err := s.Fill(worktest.Shared())
	if err != nil {
		t.Fatal(err)
	}
	if text := asked.Options[Right(asked.Options)].Text; !strings.HasPrefix(text, "Weights lead") {
		t.Errorf("%q is marked right", text)
	}
	i := slices.IndexFunc(asked.Options, func(o Option) bool { return o.Key == "overlap" })
	if i < 0 || !strings.Contains(asked.Options[i].Text, "overlap") {
		t.Errorf("overlap is no misconception: %v", asked.Options)
	}
}
