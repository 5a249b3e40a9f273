package desk_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/claim"
	"dpscope/engine/oracle"
)

// sources maps each paper to its list of claims.
var sources = map[string]string{"class-imbalance": "class-imbalance", "dro-noise": "dro-noise", "label-em": "em-labels", "ldp-utility": "ldp-utility"}

// listed is a row of such a list: its number, and its last cell.
type listed struct {
	number  int
	verdict string
}

// rowOf matches the number at the beginning of a row; tables of measurements below have none.
var rowOf = regexp.MustCompile(`^\| *([0-9]+) *\|`)

// listedOf returns the rows of a list of claims, up to the next heading after them.
func listedOf(t *testing.T, name string) (rows []listed) {
	t.Helper()
	text, err := os.ReadFile(oracle.Path(t, "specs", name+"-claims.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		m := rowOf.FindStringSubmatch(line)
		if m == nil {
			if len(rows) > 0 && strings.HasPrefix(line, "#") {
				return rows
			}
			continue
		}
		number, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		cells := strings.Split(strings.TrimSuffix(strings.TrimSpace(line), "|"), " | ")
		rows = append(rows, listed{number, strings.TrimSpace(cells[len(cells)-1])})
	}
	return rows
}

// mapped returns the claims of each row: PAPER NUMBER ID ..., a line a row.
func mapped(t *testing.T) map[string]map[int][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/rows.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[int][]string{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		number, err := strconv.Atoi(words[1])
		if err != nil || len(words) < 3 {
			t.Fatal(line)
		}
		if all[words[0]] == nil {
			all[words[0]] = map[int][]string{}
		}
		if all[words[0]][number] != nil {
			t.Errorf("row %d of %s has two lines", number, words[0])
		}
		all[words[0]][number] = words[2:]
	}
	return all
}

// First words of a row's verdict where it is beyond doubt.
var (
	rowRefutes = regexp.MustCompile(`^(FALSE|REFUTED|false|wrong|misprint|error|not robust|1/k spurious|factor k lost|unsou)`)
	rowAgrees  = regexp.MustCompile(`^(TRUE|right|confirmed|correct\b|order right|fine)`)
)

// Every row of the lists is one or several claims of its paper, no claim belongs to two rows, and where a row says plainly that
// a claim is false or true no verdict here says the opposite.
func TestEveryListedRowIsAClaim(t *testing.T) {
	if !oracle.Present() {
		t.Skip("the lists of claims are not here")
	}
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	rows, total, judged := mapped(t), 0, 0
	used := map[string]bool{}
	for paper, file := range sources {
		list := listedOf(t, file)
		total += len(list)
		if len(rows[paper]) != len(list) {
			t.Errorf("%s: %d rows are mapped, and %d listed", paper, len(rows[paper]), len(list))
		}
		for i, row := range list {
			if row.number != i+1 {
				t.Errorf("%s: row %d is numbered %d", paper, i+1, row.number)
			}
			var verdicts []claim.Verdict
			for _, id := range rows[paper][row.number] {
				k := slices.IndexFunc(all, func(c claim.Claim) bool { return c.ID == id })
				if k < 0 || all[k].Paper != paper || used[id] {
					t.Errorf("%s, row %d: %s is no claim of this paper, or of two rows", paper, row.number, id)
					continue
				}
				used[id] = true
				verdicts = append(verdicts, all[k].Verdict)
			}
			says := func(v claim.Verdict) bool {
				return !slices.ContainsFunc(verdicts, func(w claim.Verdict) bool { return w != v })
			}
			switch {
			case rowRefutes.MatchString(row.verdict):
				if judged++; says(claim.Holds) {
					t.Errorf("%s, row %d is listed as %q, and is said to hold", paper, row.number, row.verdict)
				}
			case rowAgrees.MatchString(row.verdict):
				if judged++; says(claim.False) {
					t.Errorf("%s, row %d is listed as %q, and is said to be false", paper, row.number, row.verdict)
				}
			}
		}
	}
	if total != 115 || judged < 50 {
		t.Errorf("%d rows are listed, of which %d say plainly what holds", total, judged)
	}
}

// captioned matches the beginning of a table or a figure in the text of a paper.
var captioned = regexp.MustCompile(`(?m)^[ *]*((?:Table|TABLE|Figure|Fig\.) ?[0-9IVXL]+)[:.]`)

// Every table and every figure with a caption in the text of a paper is a claim.
func TestEveryTableAndFigureIsAClaim(t *testing.T) {
	if !oracle.Present() {
		t.Skip("the papers are not here")
	}
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	const least = 41
	count := 0
	for paper := range sources {
		text, err := os.ReadFile(oracle.Path(t, "papers", paper+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range captioned.FindAllStringSubmatch(string(text), -1) {
			count++
			of := regexp.MustCompile(`^` + regexp.QuoteMeta(m[1]) + `(,|$)`)
			if !slices.ContainsFunc(all, func(c claim.Claim) bool { return c.Paper == paper && of.MatchString(c.Place) }) {
				t.Errorf("%s: %s is no claim", paper, m[1])
			}
		}
	}
	if count < least {
		t.Errorf("%d captions are found, at least %d stand in the papers", count, least)
	}
}
