// Package claims holds the screen about claims of papers: the printed numbers, and whether they hold.
package claims

import (
	"context"
	"slices"
	"sync"

	"dpscope/engine"
	"dpscope/engine/claim"
	"dpscope/engine/param"
	"dpscope/views/control"
	"dpscope/views/view"
)

// every is the option of both menus that selects all.
const every = "all"

const source = "The four papers, their claims as data in assets/claims"

var (
	papers = param.Menu[string]{Name: "paper", Label: "paper", Help: "Whose claims are listed.", Kinds: paperKinds()}

	verdicts = param.Menu[claim.Verdict]{Name: "verdict", Label: "verdict", Help: "What became of the claims that are listed.",
		Kinds: verdictKinds()}

	number = param.Param{Name: "claim", Symbol: "claim", Label: "number",
		Help: "Which claim of the list is looked at; a greater number takes the last one.",
		Min:  1, Max: 1000, Low: 1, High: float64(claim.Count()), Default: 1, Scale: param.Count, Numbered: true}
)

func paperKinds() []param.Kind[string] {
	kinds := []param.Kind[string]{control.Option(every, "all papers", "The claims of all four papers.", source, "")}
	for _, p := range claim.Papers() {
		kinds = append(kinds, control.Option(p.Key, p.Key, p.Title+": "+p.Cite+".", p.Cite, p.Key))
	}
	return kinds
}

func verdictKinds() []param.Kind[claim.Verdict] {
	kinds := []param.Kind[claim.Verdict]{control.Option(every, "all verdicts", "Claims of any verdict.", source, claim.Verdict(""))}
	for _, v := range claim.Verdicts() {
		kinds = append(kinds, control.Option(v.Key(), string(v), meanings[v], source, v))
	}
	return kinds
}

// meanings explains each verdict.
var meanings = map[claim.Verdict]string{
	claim.Holds:           "The check holds, and the number is as printed.",
	claim.Corrected:       "The check holds, and another number or a rider is right.",
	claim.False:           "The check is refuted.",
	claim.NotReproducible: "No way that was tried gives the printed number.",
	claim.NotCheckable:    "It needs what does not come with the program.",
	claim.NotComputed:     "It needs synthetic data or private networks.",
}

// Claims lists what papers claim.
var Claims = view.Of(view.Declaration[claims]{
	Name:     "papers",
	Label:    "do papers hold?",
	Also:     "claims, paper, replication, reproduce, reproducibility",
	NoPython: "every verdict follows from a check of its own",
	NoteRows: 3,
	Budget:   "Nothing: the page lists what papers claim, and no privacy is spent on it.",
	Title:    "What papers claim",
	Question: "How many of the papers' claims hold?",
	About: "Every statement, table and figure of four papers that says something to check: what is printed, what this program gives, and a verdict " +
		"that follows from a check. The verdicts are recorded; a test of the program computes them anew. `t` lists the claims, and enter opens the view at the setting.",
	Source: source,
	Form:   param.Form{Choices: []param.Choice{papers, verdicts}, Params: []param.Param{number}},
	Ask:    ask,
	Defaults: func(_ context.Context, v param.Values) engine.Defaults {
		q, err := listOf(v)
		if err != nil {
			return nil
		}
		return engine.Defaults{number.Name: {Last: len(q.listed)}}
	},
	Lead:     lead,
	Sees:     []view.Sees{{Instead: view.NothingSpent}},
	Filled:   claims.filled,
	Readings: readings,
	Cited:    cited,
	Tries: []view.Try{
		{When: func(v param.Values) bool { return v.Get(number) < 30 }, On: "claim", Do: view.More,
			Called: "claim", Shows: "the next of the list, and what holds of it."},
		{On: "claim", Do: view.Less, Called: "claim", Shows: "the one before it, and what holds of it."},
	},
	Draw: draw,
	Presets: []view.Preset{
		{Name: "start", Title: "What four papers claim, and what holds", Query: "paper=all&verdict=all&claim=75"},
		{Name: "false", Title: "What is refuted, by the check that refutes it", Query: "paper=all&verdict=false&claim=1"},
		{Name: "label-em", Title: "Labels: the relation called open is an identity", Query: "paper=label-em&verdict=all&claim=1"},
		{Name: "ldp-utility", Title: "Classifiers: the bound that lies above what was observed",
			Query: "paper=ldp-utility&verdict=false&claim=1"},
		{Name: "dro-noise", Title: "Noise: a bound that a certified distribution undercuts", Query: "paper=dro-noise&verdict=all&claim=2"},
		{Name: "class-imbalance", Title: "Imbalance: five rows that refute a theorem", Query: "paper=class-imbalance&verdict=false&claim=5"},
	},
})

// claims is the question: the claims that pass both menus, and the one in focus.
type claims struct {
	all     []claim.Claim // of the paper, with any verdict
	listed  []claim.Claim
	record  map[string]claim.Outcome
	at      int // -1: none is listed
	paper   string
	verdict claim.Verdict
}

// desk holds what is read once: the claims, and the outcomes of checking them.
type desk struct {
	claims []claim.Claim
	record map[string]claim.Outcome
}

var read = sync.OnceValues(func() (desk, error) {
	claims, err := claim.All()
	if err != nil {
		return desk{}, err
	}
	record, err := claim.Recorded()
	return desk{claims, record}, err
})

func ask(_ context.Context, v param.Values) (claims, error) { return listOf(v) }

// listOf returns the claims that the controls select.
func listOf(v param.Values) (claims, error) {
	d, err := read()
	if err != nil {
		return claims{}, err
	}
	q := claims{record: d.record}
	if q.paper, err = papers.New(v); err != nil {
		return q, err
	}
	if q.verdict, err = verdicts.New(v); err != nil {
		return q, err
	}
	for _, c := range d.claims {
		if q.paper == "" || c.Paper == q.paper {
			q.all = append(q.all, c)
		}
	}
	q.listed = slices.DeleteFunc(slices.Clone(q.all), func(c claim.Claim) bool { return q.verdict != "" && c.Verdict != q.verdict })
	q.at = min(int(v.Get(number)), len(q.listed)) - 1
	return q, nil
}

// one returns the claim in focus, and its outcome.
func (q claims) one() (c claim.Claim, o claim.Outcome, found bool) {
	if q.at < 0 {
		return c, o, false
	}
	c = q.listed[q.at]
	return c, q.record[c.ID], true
}

// count returns how many claims of the paper have a verdict.
func (q claims) count(v claim.Verdict) float64 {
	n := 0
	for _, c := range q.all {
		if c.Verdict == v {
			n++
		}
	}
	return float64(n)
}

// cited returns the citation of the claim in focus.
func cited(v param.Values) string {
	q, err := listOf(v)
	if err != nil {
		return ""
	}
	c, o, found := q.one()
	if !found {
		return ""
	}
	return claim.Citation(c, o)
}
