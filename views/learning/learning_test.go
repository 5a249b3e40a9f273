package learning

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/learners/loss"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// The names by which addresses are answered; closed forms.
func TestLossesContract(t *testing.T) {
	for _, c := range []struct {
		query, name string
		want        float64
		word        string
	}{
		{"loss=barrier&b=200&r=50&z=3", "value", 47, ""},
		{"loss=barrier&b=200&r=50&z=3", "derivative", -1, ""},
		{"loss=barrier&b=200&r=50&z=3", "symmetric-sum", 100, ""},
		{"loss=barrier&b=200&r=50&z=-52", "derivative", -200, ""},
		{"loss=barrier&b=200&r=50&z=3", "flat-to", 50, ""},
		{"loss=barrier&b=200&r=50&z=3", "left-wall", -50.251256281407035, ""},
		{"loss=sigmoid&z=0", "value", 0.5, ""},
		{"loss=sigmoid&z=0", "flat-to", 0, "everywhere"},
		{"loss=sigmoid&z=0", "convex", 0, "no"},
		{"loss=unhinged&z=1e6", "bounded", 0, "no"},
		{"loss=logistic&z=-1000000", "value", 1e6, ""},
		{"loss=squared&z=1", "flat-to", 0, "nowhere"},
	} {
		if got := viewtest.Answer(t, Losses, c.query, c.name); math.Abs(got.Value-c.want) > 1e-12 || got.Word != c.word {
			t.Errorf("losses?%s: %s is %v %q, want %v %q", c.query, c.name, got.Value, got.Word, c.want, c.word)
		}
	}
}

// The stretch that is marked as flat is where the drawn sum is flat.
func TestFlatIsMarked(t *testing.T) {
	for _, query := range []string{"loss=barrier&z=3", "loss=barrier&b=1.1&r=0.1&z=0", "loss=barrier&b=4&r=1&z=1000", "loss=hinge&z=0", "loss=sigmoid&z=0", "loss=squared&z=0"} {
		var flat engine.Span
		for _, m := range viewtest.Sheet(t, Losses, query).Figure.Marks {
			switch m := m.(type) {
			case engine.Span:
				flat = m
			case engine.Curve:
				if m.Name != "sum" {
					continue
				}
				for i, z := range m.X {
					marked, constant := flat.From <= z && z <= flat.To && flat.To > 0, m.Y[i] == m.Y[len(m.Y)/2]
					if marked != constant && math.Abs(math.Abs(z)-flat.To) > 1e-9 && z != 0 {
						t.Errorf("losses?%s: at z = %g marked is %v, and the sum is %g", query, z, marked, m.Y[i])
					}
				}
			}
		}
	}
}

// A symmetric loss keeps the order in the mean over flips, another does not; a value that one draw leaves undefined is
// reported.
func TestRiskAnswers(t *testing.T) {
	for _, c := range []struct {
		query, name string
		low, high   float64
	}{
		{"loss=barrier&epsilon=0.5", "order-kept", 1, 1},
		{"loss=barrier&epsilon=0.5", "slope-limit", math.Tanh(0.25), math.Tanh(0.25)},
		{"loss=barrier&epsilon=0.5&n=10", "slope-expected", 0.26990600593809266, 0.26990600593809266}, // the sum in 40 digits
		{"loss=barrier&epsilon=0.5", "slope-expected", 0.24607452770209281, 0.24607452770209281},
		{"loss=sigmoid&epsilon=0.5&n=2", "slope", math.Tanh(0.5) - 1e-9, math.Tanh(0.5) + 1e-9},
		{"loss=sigmoid&epsilon=0.5&n=2", "both-labels", 0.52999257559681112, 0.52999257559681112},
		{"loss=sigmoid&objective=ber&epsilon=750&n=2&scale=10000", "order-kept", 1, 1}, // nothing flips
		{"loss=sigmoid&epsilon=0.005&objective=ber", "spread", 0, 0},
		{"loss=logistic&epsilon=0.25", "order-kept", 0.5, 0.9},
		{"loss=logistic&epsilon=750", "order-kept", 1, 1},
		{"loss=squared&epsilon=0", "slope-expected", 0, 0},
	} {
		if got := viewtest.Answer(t, modelRisks, c.query, c.name); !(c.low-1e-15 <= got.Value && got.Value <= c.high+1e-15) {
			t.Errorf("risk?%s: %s = %.17g, want %g to %g", c.query, c.name, got.Value, c.low, c.high)
		}
	}
	for seed := range effort.Scale(6, 20, 20) { // two labels of one class, half of the time
		query := "loss=hinge&flips=drawn&epsilon=0&n=2&seed=" + strconv.Itoa(seed)
		page, kept := viewtest.Sheet(t, modelRisks, query), viewtest.Answer(t, modelRisks, query, "order-kept")
		if kept.Missing() != page.Notes[0].Warning || kept.Missing() && kept.None != "one class" {
			t.Errorf("risk?%s: %+v beside the note %q", query, kept, page.Notes[0].Text)
		}
	}
}

// The lead's verdict follows the pick and the order, and coin tosses show nothing.
func TestRiskVerdict(t *testing.T) {
	for query, want := range map[string]string{
		"loss=barrier&epsilon=0.5": "yes", "loss=barrier&r=3": "mostly", "loss=logistic": "no", "loss=squared": "no", "flips=drawn": "mostly",
		"loss=squared&epsilon=0": "no", "loss=barrier&epsilon=5e-07": "yes", "flips=drawn&n=2": "yes",
	} {
		if v := viewtest.Answer(t, modelRisks, query, "verdict-models"); v.Word != want || v.Basis != known.Estimate {
			t.Errorf("risk?%s: %+v, want %s", query, v, want)
		}
	}
	for query, want := range map[string]string{
		"loss=logistic&epsilon=5": "Nearly a line", "loss=logistic&epsilon=0.5": "A cloud", "epsilon=0": "coin tosses",
	} {
		if note := viewtest.Sheet(t, modelRisks, query).Notes[0].Text; !strings.Contains(note, want) {
			t.Errorf("risk?%s says %q, want %q", query, note, want)
		}
	}
	for _, loss := range []string{"barrier", "sigmoid", "unhinged"} { // rounding error is no slope
		if v := viewtest.Answer(t, modelRisks, "epsilon=0&loss="+loss, "slope"); v.Value != 0 {
			t.Errorf("at ε = 0 the slope of %s is %g", loss, v.Value)
		}
	}
}

// Models are told apart by whether the loss is symmetric at all their margins.
func TestRiskBeyondWalls(t *testing.T) {
	for query, want := range map[string]bool{"loss=barrier": false, "loss=barrier&r=3": true, "loss=sigmoid": false, "loss=logistic": false, "loss=hinge": true} {
		beyond := false
		for _, m := range viewtest.Sheet(t, modelRisks, query).Figure.Marks {
			p, ok := m.(engine.Points)
			beyond = beyond || ok && p.Name == "outside" && len(p.X) > 0
		}
		if beyond != want {
			t.Errorf("risk?%s: some are beyond: %v, want %v", query, beyond, want)
		}
	}
}

// short is a race that takes milliseconds.
const short = "&model=mlp&hidden=4&n=120&epochs=4&rate=0.01&epsilon=1.5"

func TestRaceContract(t *testing.T) {
	for _, name := range []string{"test-auc", "noisy-train-auc", "test-balanced-accuracy", "max-score", "best-epoch"} {
		got := viewtest.Answer(t, Race, "loss=barrier&beside=all&seeds=3"+short, name)
		if got.Missing() || got.Basis != known.Estimate || name != "best-epoch" && !(got.Low < got.Value && got.Value < got.High) {
			t.Errorf("%s is %+v", name, got)
		}
	}
	// A loss alone has the answers that it has among others.
	if alone, among := viewtest.Answer(t, Race, "loss=hinge&beside=nothing"+short, "test-auc"), viewtest.Answer(t, Race, "loss=hinge&beside=all"+short, "test-auc"); alone != among {
		t.Errorf("alone %+v, among others %+v", alone, among)
	}
	if v := viewtest.Answer(t, Race, "loss=hinge&objective=auc"+short, "test-balanced-accuracy"); v.None != "no offset" {
		t.Errorf("trained by pairs, the balanced accuracy is %+v", v)
	}
}

// Failures are reported, and nothing that is no number is drawn.
func TestRaceTroubles(t *testing.T) {
	for query, want := range map[string]string{
		"loss=squared&optimiser=sgd&rate=900&n=120&hidden=4&epochs=4":                         "diverged in epoch",
		"loss=hinge&n=2&epsilon=0&epochs=1&seeds=20&beside=nothing":                           "are of one class",
		"loss=barrier&b=200&r=0.01&optimiser=sgd&rate=10&n=120&hidden=4&epochs=4&epsilon=1.5": "",
	} {
		page := viewtest.Sheet(t, Race, query)
		if len(page.Notes) == 0 || want != "" && !slices.ContainsFunc(page.Notes, func(n engine.Note) bool { return n.Warning && strings.Contains(n.Text, want) }) {
			t.Errorf("race?%s has the notes %v, want %q", query, page.Notes, want)
		}
		for _, m := range page.Figure.Marks {
			if lane, ok := m.(engine.Curve); ok && slices.ContainsFunc(lane.Y, func(y float64) bool { return !(0 <= y && y <= 1) }) {
				t.Errorf("race?%s draws %v", query, lane.Y)
			}
		}
	}
	for query, want := range map[string]string{
		"loss=barrier&b=1": "b = 1 is outside", "loss=barrier&r=0": "r = 0 is outside", "n=1": "n = 1 is outside", "epochs=0": "epochs = 0 is outside",
		"rate=0": "rate = 0 is outside", "decay=-1": "decay = -1 is outside",
	} {
		if _, err := Race.Parse(query); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("race?%s: %v, want %q", query, err, want)
		}
	}
}

// Patience keeps the logistic loss from memorising, the same in both views; where it has nothing to look at, the page says so.
func TestPatience(t *testing.T) {
	const query = "loss=logistic&beside=nothing&n=1000&hidden=64&epochs=50&rate=0.001&epsilon=0.5&model=mlp"
	auc := func(more string) float64 { return viewtest.Answer(t, Race, query+more, "test-auc").Value }
	if endless, patient := auc(""), auc("&patience=5"); patient < endless+0.05 {
		t.Errorf("with patience AUC is %g, without %g", patient, endless)
	}
	names := []string{"test-auc", "noisy-train-auc", "max-score", "kept-epoch"}
	race, learning := viewtest.Some(t, Race, "patience=1&seeds=2"+short, names...), viewtest.Some(t, Learning, "patience=1&seeds=2"+short, names...)
	for _, name := range names {
		if race[name].Missing() || race[name] != learning[name] {
			t.Errorf("%s is %+v in race, %+v in learning", name, race[name], learning[name])
		}
	}
	if _, asked := viewtest.Readings(t, Race, "loss=logistic"+short)["kept-epoch"]; asked {
		t.Error("without patience an epoch is said to be kept")
	}
	for _, v := range []view.View{Race, Learning} {
		page := viewtest.Sheet(t, v, "loss=logistic&model=linear&n=4&epsilon=3.5&epochs=2&patience=1&beside=nothing")
		if !slices.ContainsFunc(page.Notes, func(n engine.Note) bool { return n.Warning && strings.Contains(n.Text, "early stopping sees nothing") }) {
			t.Errorf("%s: of no label kept apart the notes are %v", v.Name, page.Notes)
		}
	}
}

// Before an epoch is finished an answer is pending, not missing; a training that ended without a score says why.
func TestNoScoreStands(t *testing.T) {
	for _, c := range []struct {
		runs training.Repeats
		none string
		err  error
	}{
		{nil, "", view.ErrLater},
		{training.Repeats{{}}, "", view.ErrLater},
		{training.Repeats{{Diverged: 1}}, "diverged", nil},
		{training.Repeats{{OneClass: true}}, "one class", nil},
		{training.Repeats{{OneClass: true}, {Epochs: []training.Epoch{{Number: 1}}, Run: 1, Kept: 1}}, "", nil},
	} {
		if v, err := standing(c.runs, testAUC, known.Probability); v.None != c.none || err != c.err {
			t.Errorf("%+v: %+v, %v", c.runs, v, err)
		}
	}
}

// A diverged training has no number in either view.
func TestRunAwayHasNoNumber(t *testing.T) {
	const query = "loss=squared&beside=nothing&optimiser=sgd&rate=900&n=120&model=mlp&hidden=4&epochs=4"
	for _, v := range []view.View{Race, Learning} {
		if got := viewtest.Answer(t, v, query, "test-auc"); got.None != "diverged" {
			t.Errorf("%s: %+v", v.Name, got)
		}
	}
}

// An interval ends at the possible values of its quantity.
func TestIntervalsOfWhatCanBe(t *testing.T) {
	wide := training.Repeats{{Epochs: []training.Epoch{{Number: 1, TestAUC: 0.2}}, Kept: 1}, {Epochs: []training.Epoch{{Number: 9, TestAUC: 1}}, Kept: 9}}
	if v, err := standing(wide, testAUC, known.Probability); err != nil || v.Low != 0 || v.High != 1 || math.Abs(v.Value-0.6) > 1e-15 {
		t.Errorf("AUC %+v, %v", v, err)
	}
	if v, err := standing(wide, number, known.NotNegative); err != nil || v.Low != 0 || v.Value != 5 || !(v.High > 9) {
		t.Errorf("epoch %+v, %v", v, err)
	}
}

// Standings follow the final scores, the best first.
func TestStandings(t *testing.T) {
	last, place := 2.0, 0
	count := 0
	for _, a := range viewtest.Sheet(t, Race, "loss=sigmoid&beside=all"+short).Readings {
		if a.Key.Name != "standing" {
			continue
		}
		if count++; a.Known.Value < last-1e-12 {
			place = count // equal scores share a place
		}
		if a.Known.Value > last+1e-12 || a.Place != place {
			t.Errorf("%s stands at %d with %g after %g", a.Key, a.Place, a.Known.Value, last)
		}
		last = a.Known.Value
	}
	if want := len(loss.All.Kinds); count != want {
		t.Errorf("%d losses stand, want %d", count, want)
	}
}

// A control of a file appears once there is one, and offers what the file has.
func TestControlsOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "people.csv")
	text := "id,age,bmi,ill\n"
	for i := range 200 {
		text += fmt.Sprintf("p%d,%d,%d,%d\n", i, i*i%61, i*i%37, i*i%61/31)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		view                  view.View
		query, control, usual string
		offers                string
	}{
		{Race, short, "test", "a fifth of it", ""},
		{Race, short, "classes", "ill", "age"},
		{Learning, short, "classes", "ill", "age"},
		{Boundary, "&learners=logistic", "label", "ill", "age"},
		{Boundary, "&learners=logistic", "features", "age,bmi", "age,bmi"},
	} {
		shown := func(query string) bool {
			values, err := c.view.Parse(query + c.query)
			if err != nil {
				t.Fatal(err)
			}
			_, texts := c.view.Needed(values)
			return slices.ContainsFunc(texts, func(x param.Text) bool { return x.Name == c.control })
		}
		if shown("") || !shown("data="+path) {
			t.Errorf("%s: %s is shown without a file %t, with one %t", c.view.Name, c.control, shown(""), shown("data="+path))
		}
		stand := viewtest.Sheet(t, c.view, "data="+path+c.query).Defaults[c.control]
		if stand.Meaning != c.usual || c.offers != "" && !slices.Contains(stand.Suggestions, c.offers) {
			t.Errorf("%s: empty, %s stands for %q and offers %q", c.view.Name, c.control, stand.Meaning, stand.Suggestions)
		}
	}
}

func TestLearningContract(t *testing.T) {
	const query = "data=gauss2&n=120&model=linear&loss=barrier&objective=ber&epsilon=1.5&optimiser=amsgrad&rate=0.01&decay=0.0001&epochs=4&seeds=3"
	for _, name := range []string{"test-auc", "test-balanced-accuracy", "noisy-train-auc", "max-score"} {
		if got := viewtest.Answer(t, Learning, query, name); !(got.Low < got.Value && got.Value < got.High) || got.Basis != known.Estimate {
			t.Errorf("%s is %+v", name, got)
		}
	}
	for _, c := range []struct {
		query string
		want  float64
		none  string
	}{
		{"&printed=cat&epsilon=0.25", 0.76, ""}, // Table III, n = 1000
		{"&printed=cat&epsilon=0.25&measure=ber", 0.736, ""},
		{"&printed=dog&epsilon=1", 0, "no cell"},
	} {
		got := viewtest.Answer(t, Learning, "data=gauss2&n=1000&loss=barrier&model=linear"+c.query, "printed")
		if got.Basis != known.AsPrinted || got.None != c.none || c.none == "" && math.Abs(got.Value-c.want) > 1e-12 {
			t.Errorf("%s: printed is %+v, want %g %s", c.query, got, c.want, c.none)
		}
	}
}

// The point drawn at the chosen budget equals the answer.
func TestLearningDrawsItsAnswer(t *testing.T) {
	const query = "measure=auc&loss=hinge&beside=all&seeds=2" + short
	want := viewtest.Answer(t, Learning, query, "test-auc").Value
	found := 0
	for _, m := range viewtest.Sheet(t, Learning, query).Figure.Marks {
		switch m := m.(type) {
		case engine.Points:
			if m.Here && m.X[0] == 1.5 && m.Y[0] == want {
				found++
			}
		case engine.Curve:
			if i := slices.Index(m.X, 1.5); m.Name == "hinge" && m.Y[i] == want {
				found++
			}
		}
	}
	if found != 2 {
		t.Errorf("%g is drawn %d times, want as a point and on the curve", want, found)
	}
	if page := viewtest.Sheet(t, Learning, "measure=ber&objective=auc"+short); !page.Notes[0].Warning || !strings.Contains(page.Notes[0].Text, "offset") {
		t.Errorf("the balanced accuracy of pairs has the notes %v", page.Notes)
	}
}

// Every learner has every metric, by its name; one that sees the true labels is told apart where both are shown. A control that
// only affects the drawing learns nothing again.
func TestBoundaryContract(t *testing.T) {
	const query = "learners=logistic,tree&n=200&epsilon=1.5&separation=4"
	answers := map[string]map[string]engine.Reading{}
	for _, c := range []struct {
		query, name string
		low, high   float64
	}{
		{query, "test-auc-logistic", 0.9, 1},
		{query, "balanced-accuracy-tree", 0.5, 0.95},
		{query + "&labels=both", "recall-logistic-true", 0.5, 1},
		{query + "&labels=both", "precision-logistic", 0.3, 1},
		{query, "noisy-train-auc-tree", 0.75, 1},
		{query, "best-auc", 0.97724986805182079, 0.97724986805182080},
	} {
		if answers[c.query] == nil {
			answers[c.query] = viewtest.Readings(t, Boundary, c.query)
		}
		if v := answers[c.query][c.name].Known; !(c.low <= v.Value && v.Value <= c.high && v.Low <= v.Value && v.Value <= v.High) {
			t.Errorf("boundary?%s: %s is %+v, want %g to %g", c.query, c.name, v, c.low, c.high)
		}
	}
	kept := work.NewStore(1 << 20)
	ctx := work.With(t.Context(), &work.Session{Store: kept})
	bytes := int64(0)
	for i, drawn := range []string{"&points=shown", "&points=hidden", "&points=shown&labels=flipped"} {
		values, err := Boundary.Parse(query + drawn)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Boundary.Sheet(ctx, values, func(engine.Sheet) {}); err != nil {
			t.Fatal(err)
		}
		if i > 0 && kept.Bytes() != bytes {
			t.Errorf("with %s something is learnt again", drawn)
		}
		bytes = kept.Bytes()
	}
}

// A learner that has not ended has no number yet, which differs from having none.
func TestBoundaryWaitsForALearner(t *testing.T) {
	values, err := Boundary.Parse("labels=flipped&average=one&learners=logistic,tree&n=200&separation=4")
	if err != nil {
		t.Fatal(err)
	}
	q, err := askBoundary(t.Context(), values)
	if err != nil {
		t.Fatal(err)
	}
	ended, err := q.ended.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	now, shown := []training.Divisions{ended[0], nil}, false
	view.SoFar(t.Context(), engine.Sheet{}, boundaryReadings, q.knowing(now), func(s engine.Sheet) {
		shown = true
		for _, a := range s.Readings {
			if slices.Contains([]string{"most-moved", "least-moved", "most-recall"}, a.Name) {
				continue // no learner sees true labels
			}
			if late := a.Member == "tree" || slices.Contains([]string{"lowest", "highest"}, a.Name); a.Pending != late || a.Known.Missing() != late {
				t.Errorf("%s: pending %v, %v", a.Key, a.Pending, a.Known)
			}
		}
	})
	if !shown {
		t.Error("nothing is shown")
	}
}

// For two records that are flipped to one class the page says what would work, and for a missing file why.
func TestBoundaryOfNothing(t *testing.T) {
	said := false
	for draw := 1; draw < 9; draw++ {
		s := viewtest.Sheet(t, Boundary, "learners=logistic&n=2&epsilon=0&draw="+strconv.Itoa(draw))
		said = said || s.Notes[0].Warning && strings.Contains(s.Notes[0].Text, "more records, a larger ε or another draw helps")
	}
	if !said {
		t.Error("nobody says why there is no boundary")
	}
	values, err := Boundary.Parse("data=nowhere.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Boundary.Sheet(worktest.Session(t.Context(), 0), values, func(engine.Sheet) {}); err == nil || !strings.Contains(err.Error(), "nowhere.csv") {
		t.Errorf("a file that is not there: %v", err)
	}
}

// At a kink both slopes stand beside the one that is used.
func TestSlopesAtAKink(t *testing.T) {
	for query, want := range map[string]string{"loss=hinge&z=1": "kink, -1.00 or 0", "loss=hinge&z=1.5": "", "loss=barrier&b=4&r=2&z=2": "kink, -1.00 or 4.00", "loss=sigmoid&z=0": ""} {
		for _, a := range viewtest.Sheet(t, Losses, query).Readings {
			if a.Name == "derivative" && a.Remark != want {
				t.Errorf("losses?%s: beside the derivative stands %q, want %q", query, a.Remark, want)
			}
		}
	}
}

// The two losses at the present margin stand on their curves, the higher first.
func TestLossesStandAtTheMargin(t *testing.T) {
	for query, want := range map[string][2]float64{"loss=barrier&z=20": {70, 30}, "loss=barrier&z=-20": {70, 30}, "loss=hinge&z=0": {1, 1}} {
		var heights []float64
		for _, m := range viewtest.Sheet(t, Losses, "show=value&"+query).Figure.Marks {
			if p, is := m.(engine.Points); is {
				heights = append(heights, p.Y...)
			}
		}
		if !slices.Equal(heights, want[:]) {
			t.Errorf("%s: %v, want %v", query, heights, want)
		}
	}
}

// The sum of a loss and its mirror image is written at its line where it has that value at the present margin.
func TestTheSumAtItsLine(t *testing.T) {
	for query, want := range map[string]bool{"loss=barrier&z=20": true, "loss=barrier&z=-60": false, "loss=barrier&z=1000": true, "loss=logistic&z=2": true} {
		f := viewtest.Sheet(t, Losses, "show=value&"+query).Figure
		shown := slices.ContainsFunc(f.Shows, func(s engine.Shown) bool { return s.Mark == "sum" && s.Of.Name == "symmetric-sum" })
		if shown != want || len(f.Shows) > 1 {
			t.Errorf("%s: %v", query, f.Shows)
		}
	}
}
