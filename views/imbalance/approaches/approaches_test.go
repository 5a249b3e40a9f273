package approaches

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/learners/metric"
	"dpscope/views/imbalance"
	"dpscope/views/viewtest"
)

// approachWrong returns the least error of the best guess under (ε, δ).
func approachWrong(s viewtest.Setting) float64 {
	return (1 - s.Number("delta")) / (1 + math.Exp(s.Number("epsilon")))
}

// guaranteed reports whether an approach of that name keeps a guarantee.
func guaranteed(name string) bool {
	return strings.HasPrefix(name, "private-") || slices.Contains([]string{"gem-boosted", "privbayes-boosted", "sgd-mlp", "bagging"}, name)
}

// most returns the member of a family with the greatest number, or the one at a later place, by the displayed numbers; any of
// equal ones is right.
func most(s viewtest.Setting, family string, place int, among func(name string) bool) viewtest.Truth {
	type scored struct {
		name  string
		value float64
	}
	var list []scored
	for _, a := range s.Answers {
		again := a.Member == "private-threshold" && s.Option("measure") == "auc" && family == "score" // the same scores as without it
		if a.Name == family && among(a.Member) && !again {
			list = append(list, scored{a.Member, a.Known.Value})
		}
	}
	slices.SortFunc(list, func(a, b scored) int { return cmp.Compare(b.value, a.value) })
	var names []string
	for _, l := range list {
		if l.value == list[place].value {
			names = append(names, l.name)
		}
	}
	return viewtest.Word(names...)
}

// Hostile records are answered, or refused in a line that says what would work.
func TestApproachesHostileRecords(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(2, 2))
	spread := func(int) string { return fmt.Sprintf("%.3f,%.3f", rng.NormFloat64(), rng.NormFloat64()) }
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ordinary := viewtest.RowsFile(t, 120, 40, spread)
	three := write("three.csv", "a,y\n"+strings.Repeat("1,u\n2,v\n3,w\n2,v\n1,v\n3,v\n", 40))
	wide := write("wide.csv", wideTable(3000, 600))
	attributes := `{"name":"a","low":-4,"high":4},{"name":"b","low":-4,"high":4},{"name":"y","words":["0","1"]}`
	schema := write("schema.json", `{"label":"y","attributes":[`+attributes+`]}`)
	another := write("another.json", `{"records":7,"label":"y","attributes":[`+attributes+`]}`)
	words := write("words.json", `{"label":"y","attributes":[{"name":"a","words":["x","z"]},{"name":"b","low":-4,"high":4},{"name":"y","words":["0","1"]}]}`)
	falling := write("falling.json", `{"label":"y","attributes":[{"name":"a","edges":[0,2,1]},{"name":"b","low":-4,"high":4},{"name":"y","words":["0","1"]}]}`)
	elsewhere := write("splits.csv", "dataset,split,test_rows\nrows,0,1 5 9000\n")
	for _, c := range []struct {
		name, query, refused string
		none                 bool // no score has a value
	}{
		{"a label with three words", "data=" + three, "column y has 3 different values; label=NAME of a column with two would work, or positive=w, which tells that one from the rest", false},
		{"one class", "data=" + viewtest.RowsFile(t, 50, 0, spread), "has one value, 0, in all 50 records; two classes would work", false},
		{"12 minority rows", "data=" + viewtest.RowsFile(t, 200, 12, spread), "", false},
		{"a rare class absent from a split", "data=" + viewtest.RowsFile(t, 60, 1, spread), "", true},
		{"3,000 columns", "data=" + wide, "600 records of 3000 features take too long here; at most 2581 features would work", false},
		{"a split file for other rows", "data=" + ordinary + "&splits=" + elsewhere, "split 0 names row 9000, and rows.csv has 120; splits of this very file would work", false},
		{"splits of the mixture", "data=mixture&splits=" + elsewhere, "splits are of a file, and the mixture is drawn anew; data=FILE would work", false},
		{"declared n other than the file's", "data=" + ordinary + "&schema=" + another, "the schema declares n = 7 records and the file has 120; a schema of 120, or the other file, would work", false},
		{"numbers where words were declared", "data=" + ordinary + "&schema=" + words, "has a word in column \"a\" that is none of those declared", false},
		{"edges that do not rise", "data=" + ordinary + "&schema=" + falling, "a has edges that do not rise: 2 and then 1", false},
		{"a schema", "data=" + ordinary + "&schema=" + schema, "", false},
		{"no δ", "data=mixture&delta=0", "delta = 0: Gaussian noise gives no guarantee without a δ; 1e-6 is enough", false},
		{"tiny budget", "data=" + ordinary + "&epsilon=0.001", "", false},
		{"a plane of a file", "data=" + ordinary + "&over=plane", "over = plane is of the simulated mixture alone; over=approach, or data=mixture, would work", false},
		{"no such file", "data=" + filepath.Join(folder, "none.csv"), "no such file", false},
	} {
		got, err := viewtest.Ask(t, View, c.query+"&seeds=2")
		switch {
		case c.refused != "":
			if err == nil || !strings.Contains(err.Error(), c.refused) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, not %q", c.name, err, c.refused)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case got["best-score"].Known.Missing() != c.none:
			t.Errorf("%s: the best is %+v", c.name, got["best-score"].Known)
		}
	}
	// Of three words one is told from the rest, and an approach that needs two classes is refused with its reason while all
	// others run.
	got := viewtest.Sheet(t, View, "data="+three+"&positive=u&seeds=2")
	refused := false
	for _, a := range got.Readings {
		if a.Key.String() == "refused-gem-boosted" {
			refused = a.Known.Word == "refused" && strings.Contains(a.Why.With, "label = y has 3 words; a label with two words would work")
		}
	}
	if !refused || !strings.HasPrefix(got.Lead.Warning, "No synthetic people: ") {
		t.Errorf("the warning is %q", got.Lead.Warning)
	}
}

// wideTable writes a file with many columns.
func wideTable(columns, rows int) string {
	var b strings.Builder
	for j := range columns {
		fmt.Fprintf(&b, "f%d,", j)
	}
	b.WriteString("y\n")
	line := strings.Repeat("1,", columns)
	for i := range rows {
		fmt.Fprintf(&b, "%s%d\n", line[:len(line)-2]+string(rune('1'+i%5))+",", i%2)
	}
	return b.String()
}

// A set without its file is shown as recorded, and the page says so; at a budget that was not recorded, nothing is stated. With
// the file the runs are made here, and agree with the recording.
func TestApproachesOfRecordedSets(t *testing.T) {
	page := viewtest.Sheet(t, View, "data=somewhere/ecoli.csv&label=y&epsilon=1&seeds=3&measure=g-mean")
	if !strings.HasPrefix(page.Provenance.Text, "Ours, recorded: ecoli is not here. 336 records; 7 features") || !page.Provenance.Warning {
		t.Errorf("it is said to be of %q", page.Provenance.Text)
	}
	var notes []string
	for _, n := range viewtest.Sheet(t, View, "data=ecoli&epsilon=1&seeds=10").Notes {
		notes = append(notes, n.Text)
	}
	if said := strings.Join(notes, "\n"); !strings.Contains(said, "Of fewer runs, and in no ranking with the others: private transformer, 15 of 50; plain transformer, 3 of 10.") {
		t.Errorf("the notes are %q", said)
	}
	ranked := viewtest.Readings(t, View, "data=ecoli&epsilon=1&seeds=3")
	few := viewtest.Readings(t, View, "data=ecoli&epsilon=1&seeds=10")
	if ranked["rank-private-transformer-weighted"].Known.Missing() || !few["rank-private-transformer-weighted"].Known.Missing() ||
		few["score-private-transformer-weighted"].Known.Missing() {
		t.Error("a transformer is ranked on the splits that it was run on, and has its score on all")
	}
	if said := viewtest.Sheet(t, View, "data=ecoli&epsilon=2").Lead.Answer.String(); !strings.HasPrefix(said, "Nothing is recorded at ε = 2.00") {
		t.Errorf("it says %q", said)
	}
	file, splits := oracle.Path(t, "data", "imbalanced", "ecoli.csv"), oracle.Path(t, "data", "imbalanced", "splits.csv")
	const query = "&label=y&schema=ecoli&scaling=unit&imbalance=8.6&epsilon=1&delta=1e-6&seeds=10&seed=1&measure=g-mean"
	here, there := viewtest.Readings(t, View, "data="+file+"&splits="+splits+query), viewtest.Readings(t, View, "data=ecoli"+query)
	compared := 0
	for name, a := range there {
		if a.Name != "score" && a.Name != "rank" && a.Name != "rare-test" && a.Name != "difference" && a.Name != "printed" ||
			strings.HasSuffix(a.Member, "transformer-weighted") { // it trains for minutes
			continue
		}
		if compared++; !(math.Abs(a.Known.Value-here[name].Known.Value) <= 1e-5) {
			t.Errorf("%s is recorded as %v, and comes to %v", name, a.Known.Value, here[name].Known.Value)
		}
	}
	if compared < 30 {
		t.Errorf("%d numbers are compared", compared)
	}
	if v := here["printed-logreg"].Known; v.Value != 0.15 {
		t.Errorf("printed is %+v", v)
	}
}

// By AUC a threshold changes nothing, and does not count as a second approach.
func TestApproachesByAUC(t *testing.T) {
	effort.ForNumbers(t)
	got := viewtest.Readings(t, View, "measure=auc&seeds=3&epsilon=1")
	if got["score-private-threshold"].Known != got["score-private-logreg"].Known || got["best"].Known.Word == "private-threshold" || got["second"].Known.Word == "private-threshold" {
		t.Errorf("best %q, second %q", got["best"].Known.Word, got["second"].Known.Word)
	}
}

// The approaches that tie with the best are recounted from the exported runs alone, with Student's 2.776 for five splits, with
// a fifth held out each.
func TestApproachesTied(t *testing.T) {
	for _, epsilon := range []string{"0.2", "1"} {
		page := viewtest.Sheet(t, View, "over=approach&measure=g-mean&seeds=5&epsilon="+epsilon)
		at := slices.IndexFunc(page.Later, func(l engine.Later) bool { return l.Name == "runs" })
		names, columns := page.Later[at].Columns[0].Words, page.Later[at].Columns[1:]
		scores := map[string][]float64{} // by split
		for i, name := range names {
			tp, fp, fn, tn := columns[2].Numbers[i], columns[3].Numbers[i], columns[4].Numbers[i], columns[5].Numbers[i]
			if columns[0].Numbers[i] > 0 {
				scores[name] = append(scores[name], math.Sqrt(tp/(tp+fn)*tn/(tn+fp)))
			}
		}
		mean := func(list []float64) (sum float64) {
			for _, v := range list {
				sum += v / float64(len(list))
			}
			return sum
		}
		order := slices.SortedFunc(maps.Keys(scores), func(a, b string) int { return cmp.Compare(mean(scores[b]), mean(scores[a])) })
		tied := 0
		for _, name := range order[1:] {
			var apart []float64
			for k := range scores[name] {
				apart = append(apart, scores[order[0]][k]-scores[name][k])
			}
			middle, square := mean(apart), 0.0
			for _, d := range apart {
				square += (d - middle) * (d - middle)
			}
			if middle < 0.01 || middle <= 2.776*math.Sqrt(square/4*(1.0/5+0.2/0.8)) {
				tied++
			}
		}
		heads := page.Figure.Y.Heads
		for _, a := range page.Readings {
			if a.Name == "tied" && a.Known.Value != float64(tied) {
				t.Errorf("at ε = %s %d are tied, and it says %v", epsilon, tied, a.Known.Value)
			}
		}
		end := heads[1]
		if page.Figure.Y.Words[end] == "Too uncertain to rule out" {
			end = heads[2] - 1
		}
		if rows := end - heads[0] - 1; tied > 0 && tied+1 < len(order) && rows != tied+1 {
			t.Errorf("at ε = %s the blocks above those behind have %d rows, not %d", epsilon, rows, tied+1)
		}
	}
}

// recallsOf returns the contenders of a ranking by recall, with these numbers of a hundred positive records found on each
// split.
func recallsOf(found map[string][]float64) (approaches, []contender) {
	q := approaches{}
	for _, m := range imbalance.Measured {
		if m.Name == "recall" {
			q.measure = m
		}
	}
	var list []contender
	for name, each := range found {
		c := contender{Approach: rareclass.Approach{Name: name, Guarantee: rareclass.Pure}}
		for _, n := range each {
			c.runs = append(c.runs, rareclass.Result{Half: metric.Outcomes{TruePositive: n, FalseNegative: 100 - n, TrueNegative: 1}})
		}
		c.mean, q.seeds = c.runs.Summary(q.number(c.Approach)).Mean, len(each)
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b contender) int { return cmp.Compare(b.mean, a.mean) })
	return q, list
}

// A scattered approach ties with the best, even if one with a greater mean is behind.
func TestApproachesTiedBelowOneBehind(t *testing.T) {
	q, list := recallsOf(map[string][]float64{
		"best": {90, 90, 90, 90}, "steady": {86, 85, 86, 85}, "scattered": {60, 99, 70, 98}, "poor": {20, 21, 20, 21}})
	names := func(list []contender) (names []string) {
		for _, c := range list {
			names = append(names, c.Name)
		}
		return names
	}
	level, behind := q.apart(list)
	if got := names(level); !slices.Equal(got, []string{"best", "scattered"}) {
		t.Errorf("level are %q", got)
	}
	if got := names(behind); !slices.Equal(got, []string{"steady", "poor"}) {
		t.Errorf("behind are %q", got)
	}
	if near, vague := uncertain(level, behind); len(near) != 1 || len(vague) != 1 || vague[0].Name != "scattered" {
		t.Errorf("near the best are %q, too uncertain %q", names(near), names(vague))
	}
	if near, vague := uncertain(level, nil); len(near) != 2 || len(vague) != 0 {
		t.Errorf("with none behind %q are too uncertain", names(vague))
	}
	q.seeds = 1
	if level, behind := q.apart(list); len(level) != 1 || len(behind) != 3 {
		t.Errorf("of one split %q are level", names(level))
	}
}

// A ranking states its number of splits, and for one it gives neither a mean nor an interval.
func TestApproachesRankingOfOneSplit(t *testing.T) {
	for seeds, want := range map[string]string{"1": "one split", "2": "mean of 2 splits, 95 % interval"} {
		page := viewtest.Sheet(t, View, "over=approach&measure=g-mean&epsilon=1&seeds="+seeds)
		points := page.Figure.Marks[0].(engine.Points)
		if points.Title != want {
			t.Errorf("of %s the legend says %q", seeds, points.Title)
		}
		if has := points.From != nil || points.To != nil || points.Confidence != 0; has != (seeds != "1") {
			t.Errorf("of %s there are intervals %v to %v", seeds, points.From, points.To)
		}
	}
	if got := meanOf(3, 5); got != "mean of 3 to 5 splits, 95 % interval" {
		t.Errorf("of unlike numbers of splits it says %q", got)
	}
}

func TestApproachesOracles(t *testing.T) {
	effort.ForNumbers(t)
	one := func(viewtest.Setting) viewtest.Truth { return viewtest.Word("undecided") } // of one split
	viewtest.Agree(t, View, viewtest.Suite{
		Few:  60, // all approaches are trained at each, including synthetic people
		Easy: func(v param.Values) param.Values { return v.With(imbalance.ApproachSeeds, 1) },
		Oracles: map[string]viewtest.Oracle{
			// The worst learner with (ε, δ) tells the truth with probability δ, and else by randomised response.
			"attacker-right": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(1 - approachWrong(s)) },
			"wrong-once-in":  func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(1 / approachWrong(s)) },
			"verdict":        one,
			"tied":           func(viewtest.Setting) viewtest.Truth { return viewtest.None() },     // of one split
			"rare-test":      func(viewtest.Setting) viewtest.Truth { return viewtest.Number(20) }, // a fifth of a tenth of a thousand
			"duplicates":     func(viewtest.Setting) viewtest.Truth { return viewtest.Number(0) },
			"best":           func(s viewtest.Setting) viewtest.Truth { return most(s, "score", 0, guaranteed) },
			"second":         func(s viewtest.Setting) viewtest.Truth { return most(s, "score", 1, guaranteed) },
			"best-plain": func(s viewtest.Setting) viewtest.Truth {
				return most(s, "score", 0, func(name string) bool { return !guaranteed(name) })
			},
			"size-wins":  func(viewtest.Setting) viewtest.Truth { return viewtest.Number(0) },  // of one split
			"size-best":  func(viewtest.Setting) viewtest.Truth { return viewtest.None() },     // of one split
			"size-ties":  func(viewtest.Setting) viewtest.Truth { return viewtest.Number(20) }, // all of them
			"size-first": func(s viewtest.Setting) viewtest.Truth { return most(s, "size-score", 0, guaranteed) },
			"refused": func(s viewtest.Setting) viewtest.Truth {
				if s.Member == "smote-private" || s.Member == "copies-private" || s.Member == "bagging-alone" {
					return viewtest.Word("refused")
				}
				return viewtest.Word("missing")
			},
		}})
}

// Approaches that cannot be told apart at a size tie, and the sentence names the greatest mean, where it is another's.
func TestSizesAreTied(t *testing.T) {
	effort.ForNumbers(t)
	page := viewtest.Sheet(t, View, "over=size&measure=g-mean")
	const says = "No private one is clearly best: 20 of 20 sizes are ties; most on average: public threshold (G-mean ≈ 87.3 %)"
	if said := page.Lead.Answer.String(); !strings.HasPrefix(said, says) {
		t.Errorf("it says %q", said)
	}
	if want := "best by G-mean: n 500 to 10,000, r 4 to 32"; page.Figure.Title != want {
		t.Errorf("the header is %q", page.Figure.Title)
	}
	for i, tied := range page.Figure.Marks[0].(engine.Field).Faint {
		if !tied {
			t.Errorf("cell %d is drawn as no tie", i)
		}
	}
	if said := viewtest.Sheet(t, View, "over=size&measure=g-mean&seeds=1").Lead.Answer.String(); !strings.HasPrefix(said, "Undecided, from one split: ") {
		t.Errorf("of one split it says %q", said)
	}
	if said := viewtest.Sheet(t, View, "over=size&measure=precision&seeds=20&epsilon=2").Lead.Answer.String(); !strings.HasPrefix(said, "Clearly best: logistic at 17 of 20 sizes, 3 are ties; ") {
		t.Errorf("by precision it says %q", said)
	}
	if names := viewtest.Readings(t, View, "over=size&measure=auc&seeds=2"); names["size-score-private-threshold"].Known.Value != 0 {
		t.Error("by AUC a threshold is another approach")
	}
}
