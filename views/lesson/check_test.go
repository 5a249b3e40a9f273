package lesson

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// sound is a lesson without a fault, of every kind of step.
const sound = "---\nlesson: sound\ntitle: A sound lesson\nversion: 1\nminutes: 3\n" +
	"trust: local; nobody sees raw values; a leak reveals noisy answers; δ is 0; one value of one person\n---\n" +
	"You send a secret.\n\n" +
	"## Read\n```step\n" +
	"at: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\n" +
	"ask: number attacker-right\n" +
	"question: How many of 100 guesses are right at ε = 1?\n" +
	"answer: attacker-right\ntolerance: 0.01\nwrong: 0.5 -> draw\nwrong: said > 1 -> percent\n" +
	"```\nIt is {attacker-right}.\n\n" +
	"## Predict\n```step\n" +
	"at: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\n" +
	"cover: lead, attacker-right\n" +
	"ask: point attacker-right\n" +
	"question: At 1 it is {attacker-right}. How many at 2?\n" +
	"to: epsilon=2\n" +
	"answer: attacker-right[epsilon=2]\ntolerance: 0.03\n" +
	"wrong: 0.5 + 2 * (attacker-right - 0.5) -> linear\n" +
	"because: a. Odds are multiplied.\nbecause: b. -> linear. Risk grows with ε.\nbecause: c. -> percent. ε is a share.\nbecause: d. -> draw. It is chance.\n" +
	"```\nOdds go from {odds attacker-right} to {odds attacker-right[epsilon=2]}.\n\n" +
	"- one **thing**\n\n| with you | without |\n|---|---|\n| {attacker-right} | `half` |\n\n" +
	"## Choose\n```step\n" +
	"at: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\n" +
	"ask: choice\n" +
	"question: Which protects more?\n" +
	"option: a. The smaller when attacker-right[epsilon=0.1] < attacker-right[epsilon=5]\n" +
	"option: b. The larger -> end when attacker-right[epsilon=0.1] > attacker-right[epsilon=5]\n" +
	"```\n\n" +
	"## Reach\n```step\n" +
	"at: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\n" +
	"ask: number epsilon\n" +
	"question: Which is the largest ε at which it is {attacker-right[epsilon=0.405465108]} or less?\n" +
	"goal: attacker-right <= 0.6\nreached: epsilon=0.405465108\n" +
	"answer: epsilon[epsilon=0.405465108]\ntolerance: 0.02\nwrong: 0.6 -> percent\n" +
	"```\n"

func faultsOf(t *testing.T, text string) []string {
	l, faults := Parse("x.md", []byte(text))
	var list []string
	for _, f := range append(faults, Check(t.Context(), "x.md", l)...) {
		list = append(list, f.String())
	}
	return list
}

func TestSoundLessonHasNoFault(t *testing.T) {
	if faults := faultsOf(t, sound); faults != nil {
		t.Error(strings.Join(faults, "\n"))
	}
}

// Each fault of a lesson is reported in one line, and nothing else is.
func TestFaultsAreSaid(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"title: A sound lesson\n", "", "x.md:1: title: is missing"},
		{"minutes: 3", "minutes: long", "x.md:5: minutes: long is no whole number from 1 on"},
		{"version: 1", "edition: 1", "edition is unknown"},
		{"δ is 0; ", "", "trust has 4 parts"},
		{"lesson: sound", "lesson: ../x", "lesson: ../x is no name"},
		{"## Read", "# Read", "headings of two signs"},
		{"A sound lesson\n", "A sound lesson\ntitle: Another\n", "title is given twice"},
		{"You send a secret.", "You [send](http://x) a secret.", "x.md:8: only bold and code"},
		{"You send a secret.", "You send 7 secrets.", "x.md:8: 7 is typed"},
		{"You send a secret.", "> You send a secret.", "no other Markdown"},
		{"| with you | without |\n|---|---|\n", "| with you | without | none |\n|---|---|---|\n", "two columns"},
		{"It is {attacker-right}.", "It is {attacker-rigth}.", `has no answer and no control called "attacker-rigth"`},
		{"It is {attacker-right}.", "It is {attacker-right.", "a { has no }"},
		{"It is {attacker-right}.", "It is 73.1 %.", "73.1 is typed"},
		{"at: concentration?mechanism=krr", "at: concentrate?mechanism=krr", "concentrate"},
		{"&x=0&neighbour=1\nask: number attacker-right", "&x=0\nask: number attacker-right", "x.md:12: at leaves out neighbour=0.7"},
		{"cover: lead, attacker-right", "cover: lead, sigma", "x.md:25: cover sigma hides nothing of concentration"},
		{"to: epsilon=2", "to: epsilon=1", "to: epsilon=1 changes nothing"},
		{"cover: lead, attacker-right\nask: point attacker-right\nquestion: At 1 it is {attacker-right}. How many at 2?\nto: epsilon=2\nanswer: attacker-right[epsilon=2]",
			"cover: lead\nask: point attacker-right\nquestion: How many?\nanswer: attacker-right", "attacker-right stands on the screen and is the answer; cover: attacker-right would work"},
		{"to: epsilon=2", "to: epsilon=0", "epsilon = 0"},
		{"to: epsilon=2", "to: budget=2", "budget"},
		{"tolerance: 0.03\n", "", "a number needs tolerance"},
		{"tolerance: 0.03", "tolerance: 0.2", "answer attacker-right[epsilon=2] is 0.881; wrong: 0.5 + 2 * (attacker-right - 0.5) is right"},
		{"-> linear\nbecause: a.", "-> linar\nbecause: a.", `"linar" is no misconception`},
		{"because: d. -> draw. It is chance.\n", "", "because: stands four times"},
		{"because: d. -> draw. It is chance.", "because: d. It is chance.", "2 of the lines because: are true"},
		{"option: b. The larger -> end when", "option: b. The larger when", "2 of the lines option: are true"},
		{"option: b. The larger -> end when attacker-right[epsilon=0.1] >", "option: b. The larger -> end when attacker-right[epsilon=0.1] <", "the option \"The larger\" says otherwise"},
		{"option: a. The smaller when attacker-right[epsilon=0.1] <", "option: a. The smaller when attacker-right[epsilon=0.1] >", "does not hold; the option \"The smaller\" says otherwise"},
		{"ask: choice", "ask: guess", "ask: guess is unknown"},
		{"goal: attacker-right <= 0.6", "goal: attacker-right <= 0.1", "is not reached at epsilon=0.405465108"},
		{"goal: attacker-right <= 0.6", "goal: attacker-right <= 0.9", "is reached before anything moves"},
		{"goal: attacker-right <= 0.6", "goal: attacker-right", "is no condition"},
		{"goal: attacker-right <= 0.6", "goal: (attacker-right <= 0.6", "does not close"},
		{"reached: epsilon=0.405465108\n", "", "goal: and reached: go together"},
		{"wrong: 0.5 -> draw\nwrong: said > 1", "wrong: 0.5 -> draw\nwrong: said > 0.5", "wrong: said > 0.5 holds of it"},
		{"wrong: 0.5 -> draw", "wrong: 0.5 -> draw\nwrong: 0.501 -> end", "wrong: 0.501 cannot be told from 0.5"},
		{"answer: attacker-right\ntolerance: 0.01", "answer: 2 * standard-deviation * standard-deviation * attacker-right\ntolerance: 0.01", "stands on the screen"},
		{"ask: number attacker-right", "ask: number attacker-right\nask: number attacker-right", "ask is given twice"},
		{"```step\nat: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\nask: choice", "```\nat: x\nask: choice", "has 0 blocks ```step"},
	} {
		text := strings.Replace(sound, c.old, c.new, 1)
		if text == sound {
			t.Errorf("%q is not in the sound lesson", c.old)
			continue
		}
		if faults := faultsOf(t, text); len(faults) == 0 || !strings.Contains(strings.Join(faults, "\n"), c.want) {
			t.Errorf("with %q\n\tfaults %s\n\twant   %s", c.new, strings.Join(faults, "\n\t       "), c.want)
		} else if strings.Contains(strings.Join(faults, ""), "\n") {
			t.Errorf("with %q a fault has two lines: %q", c.new, faults)
		}
	}
}

// A file that is no lesson is refused in lines, whatever it contains.
func TestHostileFilesAreRefused(t *testing.T) {
	for _, text := range []string{"", "---", "---\n", "\x00\xff", "---\n---\n## x\n```step\n```\n", "---\n---\n```step\nat: x\n```", strings.Repeat("#", 1e5), "---\n" + strings.Repeat("a: b\n", 1000)} {
		if faults := faultsOf(t, text); len(faults) == 0 {
			t.Errorf("%.40q has no fault", text)
		}
	}
}

// A line of any length is refused in a short one.
func TestLongLinesAreRefusedInShortOnes(t *testing.T) {
	for line, says := range map[string]string{
		"answer: " + strings.Repeat("-", 600_000): "has 600000 letters",
		"answer: " + strings.Repeat("(", 900):     "brackets or signs deep",
		"answer: 1" + strings.Repeat("ä", 900):    "is not understood",
		strings.Repeat("-", 600_000):              "is no line of the form",
		"ask: " + strings.Repeat("-", 600_000):    "",
		"at: " + strings.Repeat("-", 600_000):     "",
		"axis: " + strings.Repeat("-", 600_000):   "is not of the form",
	} {
		_, faults := Parse("x.md", []byte(strings.Replace(sound, "answer: attacker-right\ntolerance: 0.01", line, 1)))
		if len(faults) == 0 || !strings.Contains(fmt.Sprint(faults), says) {
			t.Errorf("%.20q: %.300v", line, faults)
		}
		for _, f := range faults {
			if long := len(f.String()); long > 1000 {
				t.Errorf("%.20q: a fault of %d bytes", line, long)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sound)
	f.Add(strings.ReplaceAll(sound, "## ", "##"))
	f.Fuzz(func(t *testing.T, text string) { Parse("x.md", []byte(text)) })
}

// A number is judged by its value: right within the tolerance, else by the wrong answer that it matches, and graded by its
// distance.
func TestJudged(t *testing.T) {
	l, _ := Parse("x.md", []byte(sound))
	a, err := l.Steps[1].Fill(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	is := 1 / (1 + math.Exp(-2))
	for said, want := range map[float64]Verdict{
		is: {Right: true, Grade: 1}, is - 0.029: {Right: true, Grade: 1}, is + 0.031: {Grade: 1 - 0.031/(is-0.5)},
		2/(1+math.Exp(-1)) - 0.5: {Misconception: "linear", Grade: 1 - (2/(1+math.Exp(-1))-0.5-is)/(is-0.5)}, 0: {Grade: 0},
	} {
		v := a.Judge(t.Context(), said)
		if v.Right != want.Right || v.Misconception != want.Misconception || math.Abs(v.Grade-want.Grade) > 1e-9 {
			t.Errorf("%v is judged %+v, want %+v", said, v, want)
		}
	}
	by := tolerance{2, true}
	for said, want := range map[float64]bool{10: true, 5: true, 20: true, 4.9: false, 20.1: false, -10: false, 0: false} {
		if by.right(said, 10) != want {
			t.Errorf("%v within a factor of 2 of 10 is %v", said, !want)
		}
	}
}
