package lesson

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
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

// Every number of every lesson is computed, and none refutes what the lesson says.
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

// Lessons are short and plain: what is asked, its reasons and hints, and what there is to understand.
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
		for i, s := range l.Steps { // what is asked for stands nowhere on paper but in the first step, which asks to read it
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

// Neither its place nor its length gives the true reason away: it is not by far the longest, and stands first and last as others do.
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

// firstWords are those of a text that stand in one line wherever it is wrapped.
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

// reading counts what the grade of a text is computed from.
type reading struct{ words, sentences, syllables int }

func (r reading) plus(s reading) reading {
	return reading{r.words + s.words, r.sentences + s.sentences, r.syllables + s.syllables}
}

// grade is that of Flesch and Kincaid.
func (r reading) grade() float64 {
	return 0.39*float64(r.words)/float64(r.sentences) + 11.8*float64(r.syllables)/float64(r.words) - 15.59
}

// count reads all that a step says.
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

// countText counts a text: what is filled in is one word of one syllable, and so is a number or a sign.
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

// syllables are groups of vowels, less a silent e at the end, at least one.
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

// Wherever a step speaks of ε it says of how many in a hundred an attacker is right with what is published, and of how many without.
func TestOddsStandBesideEpsilon(t *testing.T) {
	effort.Unwatched(t)
	shipped(t, func(t *testing.T, l Lesson) {
		for i, s := range l.Steps {
			if !s.speaksOf("ε") {
				continue
			}
			asked, err := s.Fill(worktest.Shared())
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(asked.Prose, func(b Block) bool { return strings.Contains(b.Text(), " of 1") }) {
				t.Errorf("step %d speaks of ε and of no odds: %v", i+1, asked.Prose)
			}
		}
	})
}
