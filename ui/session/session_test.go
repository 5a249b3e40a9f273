package session

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"dpscope/engine/work"
	"dpscope/ui/files"
	"dpscope/views"
)

// told runs a session over lines and returns what it says.
func told(t *testing.T, address, lines string) string {
	t.Helper()
	return toldWith(t, address, lines, func(string) error { return nil }, files.Own{})
}

// toldWith does so with some files.
func toldWith(t *testing.T, address, lines string, may func(string) error, own files.Files) string {
	t.Helper()
	v, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	ctx, end := context.WithCancel(work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 26), Files: may}))
	defer end()
	o := Options{In: strings.NewReader(lines), Out: &out, Files: own, Open: views.Open}
	if err := Run(ctx, v, values, o); err != nil {
		t.Fatal(err)
	}
	for _, r := range out.String() {
		if r > 0x24FF || r < ' ' && r != '\n' || r >= 0x7F && r < 0xA0 {
			t.Errorf("it says %q", r)
		}
	}
	return out.String()
}

// A number, a name, undo, solving and what is wrong are answered by words.
func TestLinesAreAnswered(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"", "± 4.67 points if 30 % would say yes"},
		{"epsilon 2\n", "epsilon: ε = 1.00 to ε = 2.00."},
		{"epsilon 2\nepsilon 3\nundo\n", "epsilon: ε = 3.00 to ε = 2.00."},
		{"epsilon 2\nepsilon 2\n", "Nothing changed"},
		{"500\n", "n: n = 2,000 people to n = 500 people."},
		{"asks counts\n", "asks"},
		{"epsilon=2\n", "epsilon: ε = 1.00 to ε = 2.00. margin of error: 4.67 points to 2.74 points."},
		{"epsilon 2 epsilon 3\n", "epsilon is set twice in one line"},
		{"epsilon=2 epsilon=3\n", "epsilon is set twice in one line"},
		{"epsilon 2 n 500\n", "A line sets one control; epsilon and n in a line each would work."},
		{"epsilon -1\n", "is outside"},
		{"epsilom 1\n", "Nothing here is called epsilom. Did you mean epsilon?"},
		{"undoo\n", "Did you mean undo?"},
		{"noisse\n", "Did you mean noise?"},
		{"noise\n", "noise is a view. Say go noise."},
		{"asks conts\n", "nearest: options"},
		{"zzzzzz\n", "Say list for the controls"},
		{"hold\nepsilon 2\nread margin-of-error\n", "2.74 points, held 4.67 points, a change of -1.94 points"},
		{"hold\nhold\n", "Nothing is held any more."},
		{"open testdata/people.csv\ngo 1\n", "data=testdata/people.csv"},
		{"open testdata/people.csv\ngo 100\n", "it has"},
		{"open none.csv\n", "no such file"},
		{"open\n", "open takes a file"},
		{"lesson\n", "Begin lesson 1, What does ε promise?: say lesson promise."},
		{"hand-in\n", "No lesson of a class is open"},
		{"solve margin-of-error 3\n", "epsilon: ε = 1.00 to ε = 1.7"},
		{"picture\n", "Nobody sees: 0 (± 4.67), from -4.67 to 4.67."},
		{"why margin-of-error\n", "margin"},
		{"go noise\nreturn\n", "Which noise hurts my answer least?"},
		{"n 2\nmore\n", "least ε for the target: 1.77 to none (no ε is enough"},
		{"n 2\nn 2000\n", "least ε for the target: none to 1.77."},
		{"find sensitivity\n", "Term sensitivity: "},
		{"presets\n", "Say preset and a name."},
		{"go nowhere\n", "nowhere"},
		{"find census\n", "survey"},
		{"copy\n", "dpscope '"},
		{"right 5\nmore\n", "changed, say more."},
		{"help\n", "quit: ends."},
		{strings.Repeat("x", 1<<20) + "\nquit\n", "That line has 1,048,576 letters; at most 1,000 are read."},
		{"\x1b[31mlead\x00\x9b\n", "Nothing here is called"},
		{"quit\n", "This page opens again by: dpscope 'survey"},
	} {
		if got := told(t, "survey", c.lines); !strings.Contains(got, c.want) {
			t.Errorf("%.60q is not answered by %q:\n%s", c.lines, c.want, got)
		}
	}
}

// A message of a lesson is told once.
func TestMessagesOfALessonPass(t *testing.T) {
	got := told(t, "survey", "lesson 1\nnext\nguess\nguess 75\nhint\nnext\nnext\nnext\nnext\nnext\n")
	for _, once := range []string{"guess takes an answer.", "a hint helps before an answer is given"} {
		if strings.Count(got, once) != 1 {
			t.Errorf("%q is not told once:\n%s", once, got)
		}
	}
	if _, after, _ := strings.Cut(got, "again to skip."); strings.Contains(after, "Answer first, or say next again to skip.\nSkipped") {
		t.Errorf("what was skipped is asked for still:\n%s", got)
	}
	if asked := told(t, "survey", "lesson 1\nnext\n"); strings.Contains(asked, "75 of 100") {
		t.Errorf("lesson 1 gives its answer away:\n%s", asked)
	}
}

// The document lists every word of the grammar, as help says it.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/plain.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Commands() {
		if row := "| `" + strings.TrimSpace(c.Name+" "+c.Takes) + "` | " + c.Help + " |\n"; !strings.Contains(string(text), row) {
			t.Errorf("docs/plain.md lacks the row %s", row)
		}
	}
}
