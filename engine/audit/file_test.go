package audit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
)

func written(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// lines writes n runs of either class.
func lines(header string, n int, row func(i int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range 2 * n {
		b.WriteString(row(i) + "\n")
	}
	return b.String()
}

// The same runs are the same answer, however they are written.
func TestReadRuns(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<20)
	var want Result
	for i, c := range []struct {
		header string
		row    func(in int, score float64) string
	}{
		{"in,score", func(in int, s float64) string { return fmt.Sprintf("%d,%g", in, s) }},
		{"score;in", func(in int, s float64) string { return fmt.Sprintf("%.17g;%d", s, in) }},
		{"id,score,note,in", func(in int, s float64) string { return fmt.Sprintf("7,\" %v \",\"a,b\",%v", s, in == 1) }},
	} {
		rng := rand.New(rand.NewPCG(5, 5))
		path := written(t, lines(c.header, 300, func(i int) string { return c.row(i%2, float64(i%2)+math.Round(8*rng.NormFloat64())/8) }))
		runs, err := Read(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := runs.Of(Question{Confidence: 0.95})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			want = got
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || got.Advantage == 0 {
			t.Errorf("%q: %+v, want %+v", c.header, got, want)
		}
	}
}

// Each fault of a file is told in one line, with its place and what would work.
func TestBadRuns(t *testing.T) {
	good := func(i int) string { return fmt.Sprintf("%d,0.%d", i%2, i) }
	broken := func(row string) string { return lines("in,score", 50, good) + row + "\n" + lines("", 10, good)[1:] }
	for _, c := range []struct{ text, want string }{
		{"", "the file is empty"},
		{"in,score\n", "there are no rows"},
		{lines("in,value", 50, good), `column = "score"`},
		{lines("member,score", 50, good), `column = "in"`},
		{broken("maybe,0.5"), `line 102, column in: "maybe" is neither 1 (with the record) nor 0`},
		{broken(",0.5"), `line 102, column in: "" is neither`},
		{broken("0.5,0.5"), `line 102, column in: "0.5" is neither`},
		{broken("1,high"), `line 102, column score: "high" is no number`},
		{broken("1,"), "line 102, column score: there is no score"},
		{broken("1,NaN"), `line 102, column score: "NaN" is neither above nor below`},
		{broken("1"), "line 102"},
		{lines("in,score", 50, func(i int) string { return fmt.Sprintf("1,%d", i) }), "all 100 rows have in = 1; as many runs without the record"},
		{lines("in,score", 50, func(i int) string { return fmt.Sprintf("0,%d", i) }), "all 100 rows have in = 0; as many runs with the record"},
		{lines("in,score", 5, good), "5 runs with the record and 5 without show nothing, whatever their scores are; from 12 of each on they can"},
		{"[1,2]", "this looks like JSON"},
		{"in,score\n1,\"", "line 2"},
	} {
		runs, err := Read(worktest.Session(t.Context(), 1<<20), written(t, c.text))
		if err == nil {
			_, err = runs.Of(Question{Confidence: 0.95})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := Read(worktest.Session(t.Context(), 1<<20), t.TempDir()); err == nil {
		t.Error("a folder is read")
	}
	if _, err := Read(work.With(t.Context(), &work.Session{}), written(t, lines("in,score", 50, good))); err == nil {
		t.Error("a session without files reads one")
	}
}

// Scores that are the same, infinite or as large as numbers are stand in their order.
func TestScoresAtTheEnds(t *testing.T) {
	for name, c := range map[string]struct {
		row  func(i int) string
		tell bool
	}{
		"ties":     {func(i int) string { return fmt.Sprintf("%d,0.5", i%2) }, false},
		"zeros":    {func(i int) string { return fmt.Sprintf("%d,%s", i%2, []string{"-0", "0"}[i%2]) }, false},
		"infinite": {func(i int) string { return fmt.Sprintf("%d,%s", i%2, []string{"-inf", "+Inf"}[i%2]) }, true},
		"huge":     {func(i int) string { return fmt.Sprintf("%d,%s", i%2, []string{"1e308", "1e400"}[i%2]) }, true},
		"tiny":     {func(i int) string { return fmt.Sprintf("%d,%s", i%2, []string{"0", "5e-324"}[i%2]) }, true},
	} {
		runs, err := Read(worktest.Session(t.Context(), 1<<20), written(t, lines("in,score", 60, c.row)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r, err := runs.Of(Question{Confidence: 0.95})
		if err != nil || (r.Epsilon > 0) != c.tell || (r.Epsilon == r.Attainable) != c.tell {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}
