package synth

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/synthesis"
	"dpscope/engine/work/worktest"
	"dpscope/learners/table"
	"dpscope/views/viewtest"
)

// concentratedFor returns the ρ that gives ε at δ by its best order, by two walks over orders, the second finer, and halving:
// zero-concentrated privacy ρα becomes ε by ρα + ln((α − 1)/α) − ln(δα)/(α − 1) (Canonne, Kamath & Steinke 2020, Proposition
// 12).
func concentratedFor(epsilon, delta float64) float64 {
	of := func(rho float64) float64 {
		along := func(log float64) float64 {
			above := math.Exp(log)
			return rho*(1+above) + math.Log(above/(1+above)) - math.Log(delta*(1+above))/above
		}
		walk := func(from, to, step float64) (least, at float64) {
			least = math.Inf(1)
			for log := from; log < to; log += step {
				if v := along(log); v < least {
					least, at = v, log
				}
			}
			return least, at
		}
		const far = 0.1
		_, at := walk(-12, 20, far) // it falls, and then rises
		least, _ := walk(at-far, at+far, 0.002)
		return least
	}
	low, high := 1e-14, 1e3
	for range 90 {
		if middle := math.Sqrt(low * high); of(middle) > epsilon {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// leastShift returns how far apart two normal distributions of deviation 1 may lie that keep (ε, δ) (Balle & Wang 2018, Theorem
// 8).
func leastShift(epsilon, delta float64) float64 {
	below := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	low, high := 0.0, 1e3
	for range 200 {
		if mu := (low + high) / 2; below(mu/2-epsilon/mu)-math.Exp(epsilon)*below(-mu/2-epsilon/mu) > delta {
			high = mu
		} else {
			low = mu
		}
	}
	return low
}

func TestSynthOracles(t *testing.T) {
	effort.ForNumbers(t)
	attributes := func(s viewtest.Setting) float64 {
		if s.Text("data") == "mixture" {
			return 2
		}
		return 6
	}
	few := func(s viewtest.Setting) (rare, all float64) {
		if s.Text("data") == "mixture" {
			return 100, 1000
		}
		for _, y := range table.Patients(5000, uint64(s.Number("seed"))).Y {
			rare += float64(y)
		}
		return rare, 5000
	}
	most := func(s viewtest.Setting) float64 { // no (ε, δ) reveals more than randomised response that besides tells the truth with probability δ
		e, delta := math.Exp(s.Number("epsilon")), 0.0
		if s.Option("method") == "gem" {
			delta = s.Number("delta")
		}
		return (e + delta) / (1 + e)
	}
	withParents := parentings(columnsOf("patients"), "stroke")
	rounds := func(s viewtest.Setting) (count, picks float64) { // a pass over all marginals picks nothing
		count, marginals := math.Trunc(s.Number("gem-rounds")), float64(len(marginalsOf(s.Text("data"), usualWorkload(s))))
		if count == 0 {
			count = attributes(s)
		}
		return count, math.Mod(count, marginals)
	}
	rho := viewtest.Shared(func(s viewtest.Setting) float64 {
		if _, picks := rounds(s); picks == 0 {
			apart := leastShift(s.Number("epsilon"), s.Number("delta"))
			return apart * apart / 2
		}
		return concentratedFor(s.Number("epsilon"), s.Number("delta"))
	})
	share := func(s viewtest.Setting) viewtest.Truth { return viewtest.Between(0, 1) }
	viewtest.Agree(t, View, viewtest.Suite{
		Easy: func(v param.Values) param.Values {
			v = v.With(gemRounds, min(v.Get(gemRounds), 4)).With(rowsDrawn, min(v.Get(rowsDrawn), 2000))
			return v.With(peopleDelta, max(v.Get(peopleDelta), 1e-12))
		},
		Oracles: map[string]viewtest.Oracle{
			"rho": func(s viewtest.Setting) viewtest.Truth {
				if s.Option("method") == "privbayes" {
					return viewtest.None()
				}
				v := rho(s)
				return viewtest.Between(v*(1-2e-3), v*(1+1e-3))
			},
			"minority-noise": func(s viewtest.Setting) viewtest.Truth {
				if s.Option("method") == "privbayes" {
					tables, share := attributes(s)+1, 0.7
					if useful := share * s.Number("epsilon") / tables / 2 * people(s) / 4; useful < leastPair(s) {
						share = 1 // no attribute can have parents: nothing is picked
					}
					q := math.Exp(-share * s.Number("epsilon") / tables / 2)
					v := math.Sqrt(2*q) / (1 - q)
					return viewtest.Within(v, 1e-6*v)
				}
				count, picks := rounds(s)
				v := math.Sqrt((count + picks) / rho(s))
				if picks > 0 && count <= 2 { // few picks have less Rényi divergence than their ρ says; the answers alone need so much noise
					return viewtest.Between(math.Sqrt(2*count)/leastShift(s.Number("epsilon"), s.Number("delta")), v*(1+2e-3))
				}
				return viewtest.Within(v, 2e-3*v)
			},
			"epsilon-spent": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Between(0.99*s.Number("epsilon"), s.Number("epsilon")*(1+1e-9))
			},
			"attacker-right-allowed": func(s viewtest.Setting) viewtest.Truth {
				if s.Option("method") == "privbayes" { // ε alone
					return viewtest.ClaimAllows(s.Number("epsilon"), 0)
				}
				return viewtest.StatedAllows(s)
			},
			"attacker-right": func(s viewtest.Setting) viewtest.Truth { return viewtest.Between(0.5, most(s)*(1+1e-6)) },
			"wrong-once-in":  func(s viewtest.Setting) viewtest.Truth { return viewtest.Between(2*(1-1e-6), 1e300) },
			"minority-size": func(s viewtest.Setting) viewtest.Truth {
				rare, _ := few(s)
				return viewtest.Number(rare)
			},
			"minority-share-real": func(s viewtest.Setting) viewtest.Truth {
				rare, all := few(s)
				return viewtest.Number(rare / all)
			},
			"minority-share": func(s viewtest.Setting) viewtest.Truth {
				if s.Option("balanced") == "off" {
					return viewtest.Between(0, 1)
				}
				rows := s.Number("rows")
				return viewtest.Between(math.Floor(rows/2)/rows, math.Ceil(rows/2)/rows)
			},
			"chance-error":          redrawnApart,
			"minority-share-fitted": share, "marginal-error": share, "marginal-error-max": share, "error": share,
			// learners/synth tests how likely each pick is; here it must be one of the marginals of the workload, or an
			// attribute with others as parents.
			"picked": func(s viewtest.Setting) viewtest.Truth {
				if s.Option("method") == "privbayes" {
					return viewtest.Word(withParents...)
				}
				return viewtest.Word(marginalsOf(s.Text("data"), s.Option("workload"))...)
			},
		}})
}

// people returns the number of records, and leastPair the cells of the smallest table of an attribute with the label.
func people(s viewtest.Setting) float64 {
	if s.Text("data") == "mixture" {
		return 1000
	}
	return 5000
}

func leastPair(s viewtest.Setting) float64 {
	if s.Text("data") == "mixture" {
		return 32 // 16 bins in either class
	}
	return 4
}

// usualWorkload returns the default workload: triples for few attributes.
func usualWorkload(s viewtest.Setting) string {
	if word := s.Option("workload"); word != "auto" {
		return word
	}
	return "triples"
}

// redrawnApart returns the share to change for rows drawn from the records themselves, by sums over all counts: rows are
// counted one by one, and a binomial's probabilities follow one another from the most likely one, until they are negligible.
func redrawnApart(s viewtest.Setting) viewtest.Truth {
	records, err := synthesis.Source{Made: s.Text("data"), Seed: uint64(s.Number("seed"))}.Open(worktest.Shared())
	if err != nil {
		return viewtest.Cannot(err.Error())
	}
	label, rows := records.Codes[records.Schema.Label], int(s.Number("rows"))
	drawn, all := map[uint16]float64{0: float64(rows), 1: float64(rows)}, map[uint16]float64{}
	for _, class := range label {
		all[class]++
	}
	balanced := s.Option("balanced") == "on"
	if balanced {
		drawn[0], drawn[1] = math.Ceil(float64(rows)/2), math.Floor(float64(rows)/2)
	}
	sum, attributes := 0.0, 0.0
	for a, codes := range records.Codes {
		if a == records.Schema.Label {
			continue
		}
		attributes++
		counts := map[[2]uint16]float64{}
		for i, code := range codes {
			counts[[2]uint16{label[i], code}]++
		}
		for cell, count := range counts {
			among, weight := float64(len(label)), 1.0
			if balanced {
				among, weight = all[cell[0]], all[cell[0]]/among
			}
			sum += weight * absoluteDeviation(drawn[cell[0]], count/among) / 2
		}
	}
	return viewtest.Within(sum/attributes, 1e-9)
}

// absoluteDeviation returns E|X/n − p| of a binomial X.
func absoluteDeviation(n, p float64) float64 {
	if n == 0 {
		return p
	}
	if p == 1 {
		return 0
	}
	mode := math.Min(math.Floor((n+1)*p), n)
	mass, apart := 0.0, 0.0
	for chance, x := 1.0, mode; x <= n && chance > 1e-18; x++ {
		mass, apart = mass+chance, apart+chance*math.Abs(x/n-p)
		chance *= (n - x) / (x + 1) * p / (1 - p)
	}
	for chance, x := mode/(n-mode+1)*(1-p)/p, mode-1; x >= 0 && chance > 1e-18; x-- {
		mass, apart = mass+chance, apart+chance*math.Abs(x/n-p)
		chance *= x / (n - x + 1) * (1 - p) / p
	}
	return apart / mass
}

// columnsOf returns the columns beside the label.
func columnsOf(data string) []string {
	if data == "mixture" {
		return []string{"x1", "x2"}
	}
	return []string{"age", "hypertension", "heart_disease", "ever_married", "avg_glucose_level", "bmi"}
}

// parentings returns all attributes, by themselves and given others and the label in any order.
func parentings(attributes []string, label string) (names []string) {
	var give func(said, joined string, rest []string)
	give = func(said, joined string, rest []string) {
		names = append(names, said)
		for i, one := range rest {
			give(said+joined+one, ", ", slices.Delete(slices.Clone(rest), i, i+1))
		}
	}
	for i, one := range attributes {
		give(one, " given ", append(slices.Delete(slices.Clone(attributes), i, i+1), label))
	}
	return names
}

// marginalsOf returns the marginals that a workload may measure, without the label, which is in all of them.
func marginalsOf(data, workload string) (names []string) {
	attributes := columnsOf(data)
	for i, one := range attributes {
		if workload != "triples" {
			names = append(names, one)
		}
		for _, other := range attributes[i+1:] {
			if workload != "label" {
				names = append(names, one+" + "+other)
			}
		}
	}
	return names
}

// The contract of an own file, and the sentence on what is taken from it.
func TestSynthOfAFile(t *testing.T) {
	i := 0
	file := viewtest.RowsFile(t, 400, 40, func(int) string {
		i++
		return []string{"1,red", "2.5,blue", "7,red", "0.5,green", "3.25,red"}[i%5]
	})
	got := viewtest.Readings(t, View, "data="+file+"&label=y&method=gem&workload=triples&epsilon=1&delta=1e-6&rows=1000")
	for _, name := range []string{"rho", "epsilon-spent", "minority-share", "minority-share-real", "minority-noise", "marginal-error", "marginal-error-max", "attacker-right"} {
		if a, found := got[name]; !found || a.Known.Missing() {
			t.Errorf("%s is missing", name)
		}
	}
	if v := got["minority-share-real"].Known.Value; v != 0.1 {
		t.Errorf("the rare class has %v", v)
	}
	sheet := viewtest.Sheet(t, View, "data="+file)
	if !strings.Contains(sheet.Provenance.Text, "taken from the data, so that nothing is guaranteed") || !sheet.Provenance.Warning {
		t.Errorf("whose is %+v", sheet.Provenance)
	}
	if !strings.Contains(sheet.Lead.Price.String(), "No guarantee") || !strings.Contains(sheet.Lead.Warning, "value names, bounds, bins") {
		t.Errorf("the price is %q", sheet.Lead.Price.String())
	}
	schema := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(schema, []byte(`{"label":"y","attributes":[{"name":"a","low":0,"high":8,"bins":4},{"name":"b","words":["red","green","blue"]},{"name":"y","words":["0","1"]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	sheet = viewtest.Sheet(t, View, "data="+file+"&schema="+schema)
	if strings.Contains(sheet.Provenance.Text, "taken from") || sheet.Provenance.Warning || strings.Contains(sheet.Lead.Price.String(), "No guarantee") {
		t.Errorf("whose of a schema is %+v", sheet.Provenance)
	}
}

// A model with next to no records of the rare class is refused where half of the rows are to have it; hostile records are
// answered, or refused in a line that says what would work.
func TestHostilePeople(t *testing.T) {
	i := 0
	row := func(int) string { i++; return []string{"1,2", "3,4", "5,1"}[i%3] }
	for _, c := range []struct{ name, file, query, refused string }{
		{"one class", viewtest.RowsFile(t, 50, 0, row), "", "column y has one value, 0, in all 50 records; two classes would work"},
		{"no such attribute", viewtest.RowsFile(t, 50, 9, row), "&attribute=z", "z"},
		{"triples of one attribute", viewtest.RowsFile(t, 50, 9, func(int) string { return "7," + row(0)[:1] }), "&workload=triples", "workload=label would work"},
		{"one rare record", viewtest.RowsFile(t, 50, 1, row), "", ""},
		{"twelve rare records and little budget", viewtest.RowsFile(t, 300, 12, row), "&epsilon=0.001", ""},
		{"a constant column", viewtest.RowsFile(t, 50, 9, func(int) string { return "7," + row(0)[:1] }), "", ""},
		{"one row", viewtest.RowsFile(t, 50, 9, row), "&rows=1", ""},
		{"no such schema", viewtest.RowsFile(t, 50, 9, row), "&schema=nobody", "no such file"},
		{"a schema of others", viewtest.RowsFile(t, 50, 9, row), "&schema=ecoli", "is declared and is none of the file"},
	} {
		_, err := viewtest.Ask(t, View, "data="+c.file+c.query)
		if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %v, not %q", c.name, err, c.refused)
		}
	}
}

// Noise above the size of the rare class is reported first, and the numbers for that are known before anything is fitted.
func TestDrownedClassIsSaid(t *testing.T) {
	sheet := viewtest.Sheet(t, View, "data=mixture&epsilon=0.05")
	if text := sheet.Lead.Answer.String(); !strings.HasPrefix(text, "Not for the rare class") {
		t.Errorf("the answer is %q", text)
	}
	got := viewtest.Readings(t, View, "data=mixture&epsilon=0.05&balanced=on")
	if noise := got["minority-noise"].Known; !(noise.Value > got["minority-size"].Known.Value) || noise.Basis != known.Exact {
		t.Errorf("noise %+v", noise)
	}
}

// A single row leaves one class without rows, even where half are to be of each.
func TestOneRowIsAnswered(t *testing.T) {
	effort.Unwatched(t)
	for _, query := range []string{"rows=1", "rows=1&balanced=on", "rows=1&balanced=on&seed=2", "rows=1&balanced=on&drawn=marginals"} {
		if text := viewtest.Sheet(t, View, "data=mixture&"+query).Lead.Answer.String(); !strings.Contains(text, " % ") {
			t.Errorf("%s: the answer is %q", query, text)
		} else if balanced := strings.Contains(query, "balanced=on"); strings.Contains(text, "weighted as fitted") != balanced {
			t.Errorf("%s: of weights the answer says %q", query, text)
		}
	}
}

// Where no row is of the rare class, the page says that and gives no share of 0 %, even where noise drowns the class.
func TestNoRareRowIsSaid(t *testing.T) {
	effort.Unwatched(t)
	said := 0
	for _, query := range []string{"rows=3&epsilon=0.01", "rows=3&epsilon=0.01&seed=2", "rows=3&epsilon=0.01&seed=3", "rows=3&epsilon=1", "rows=1&epsilon=0.01"} {
		sheet := viewtest.Sheet(t, View, "data=mixture&"+query)
		share := viewtest.Readings(t, View, "data=mixture&"+query)["minority-share"].Known.Value
		text := sheet.Lead.Answer.String()
		if (share == 0) != strings.Contains(text, "no row is of it") {
			t.Errorf("%s: %v of the rows are rare, and the answer is %q", query, share, text)
		}
		if share == 0 {
			said++
		}
	}
	if said == 0 {
		t.Error("every setting has rare rows")
	}
}

// Balanced, far more rows would have to change than with the fitted weights of the classes: the lead and a note say so.
func TestBalancedRowsAreWeighted(t *testing.T) {
	effort.Unwatched(t)
	sheet := viewtest.Sheet(t, View, "data=patients&balanced=on")
	if text := sheet.Lead.Answer.String(); !strings.Contains(text, "weighted as fitted") || len(sheet.Notes) == 0 {
		t.Errorf("it says %q, and notes %v", text, sheet.Notes)
	}
}

// By chance alone synthetic rows would have to change too: each attribute is drawn beside its value by chance, the reading is
// their mean, and the lead states it. For a constant attribute only the classes scatter.
func TestSynthBesideChance(t *testing.T) {
	effort.Unwatched(t)
	i := 0
	constant := viewtest.RowsFile(t, 60, 20, func(int) string { i++; return "7," + []string{"1", "3"}[i%2] })
	for _, query := range []string{"data=patients&drawn=attributes", "data=patients&drawn=attributes&balanced=on", "data=mixture&drawn=attributes&rows=1",
		"drawn=attributes&data=" + constant, "drawn=attributes&balanced=on&data=" + constant} {
		sheet := viewtest.Sheet(t, View, query)
		chance := viewtest.Readings(t, View, query)["chance-error"].Known.Value
		if text := sheet.Lead.Answer.String(); !strings.Contains(text, "a fresh sample of mine: "+numeral.Percent.Format(chance)) {
			t.Errorf("%s: the lead says %q, and by chance it is %v", query, text, chance)
		}
		mean := 0.0
		for _, m := range sheet.Figure.Marks {
			if p, ok := m.(engine.Points); ok && p.Name == "chance" {
				for _, x := range p.X {
					mean += x / float64(len(p.X))
				}
			}
		}
		if math.Abs(mean-chance) > 1e-12 || !(0 < chance && chance < 1) {
			t.Errorf("%s: %v is drawn, and read %v", query, mean, chance)
		}
	}
}

// Hardly any whole row has a match: the stated match is a mean over attributes, and every lead says so.
func TestSynthSaysOfAttributes(t *testing.T) {
	for _, v := range synthLead.Answers {
		if strings.Contains(v.Text, "{marginal-error}") && !strings.Contains(v.Text, "n average over attributes") {
			t.Errorf("%q does not say that it is a mean over attributes", v.Text)
		}
	}
}
