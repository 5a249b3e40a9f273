package learning

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// number3 matches any estimate in a sentence.
const number3 = `≈ -?[0-9.e-]+`

// says compares the lead of a page with a pattern: # is an estimate, and all else must match.
func says(t *testing.T, v view.View, query, want string) {
	t.Helper()
	pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(want), "#", number3) + "$"
	if lead := viewtest.Sheet(t, v, query).Lead.Answer.String(); !regexp.MustCompile(pattern).MatchString(lead) {
		t.Errorf("%s?%s says\n\t%s\nfor\n\t%s", v.Name, query, lead, want)
	}
}

func TestLossesSay(t *testing.T) {
	for query, want := range map[string]string{
		"loss=sigmoid":                   "Yes: the sigmoid losses of right and flipped label always add up to 1, so flips change all models alike on average, and the best stays best.",
		"loss=logistic":                  "No: the sum of the logistic losses of right and flipped label differs from record to record, so flipped labels can make a worse model look best.",
		"loss=hinge&z=2":                 "Not at z = 2.0: the hinge loss is symmetric only for |z| ≤ 1; here the sum of both losses is 3, not 2.",
		"loss=hinge&z=-1":                "Yes, for margins within ±1: the hinge losses of right and flipped label always add up to 2, so on average the best stays best.",
		"loss=barrier&z=-1e6":            "Not at z = -1000000.0: the barrier hinge loss is symmetric only for |z| ≤ 50; here the sum of both losses is 399,980,050, not 100.",
		"loss=barrier&z=50.001":          "Not at this z: just beyond |z| = 50 the sum of both losses is no longer exactly 100, and the barrier hinge loss is not symmetric.",
		"loss=barrier&b=1.001&z=50.04":   "Not at this z: just beyond |z| = 50 the sum of both losses is no longer exactly 100, and the barrier hinge loss is not symmetric.",
		"loss=barrier&r=0.5&z=0&b=1e6":   "Yes, for margins within ±0.500: the barrier hinge losses of right and flipped label always add up to 1, so on average the best stays best.",
		"loss=barrier&b=4&r=1&z=1.2":     "Not at z = 1.2: the barrier hinge loss is symmetric only for |z| ≤ 1; here the sum of both losses is 3, not 2.",
		"loss=unhinged&z=1e6&show=slope": "Yes: the unhinged losses of right and flipped label always add up to 1, so flips change all models alike on average, and the best stays best.",
	} {
		says(t, Losses, query, want)
	}
}

// Between the left kink and -r the barrier hinge is no steeper than inside: the page's sentence about the slope concerns z
// beyond r.
func TestBarrierIsSteepToTheRight(t *testing.T) {
	for _, c := range []struct {
		z    string
		want float64
	}{{"50.001", 200}, {"-50.1", -1}, {"-50.3", -200}} {
		if v := viewtest.Answer(t, Losses, "loss=barrier&z="+c.z, "derivative"); v.Value != c.want {
			t.Errorf("at z = %s the slope is %g, want %g", c.z, v.Value, c.want)
		}
	}
	const want = "The price: beyond z = 50 the loss is 200 times as steep and no longer symmetric."
	if price := viewtest.Sheet(t, Losses, "loss=barrier").Lead.Price.String(); price != want {
		t.Errorf("the price is %q", price)
	}
}

func TestRiskSays(t *testing.T) {
	for query, want := range map[string]string{
		"loss=logistic":                    "No: on average over the flips # % of the pairs are ordered right, and the model picked has a clean risk # above the best.",
		"loss=squared":                     "No: on average over the flips only # % of the pairs are ordered right, though the model picked is the best.",
		"flips=drawn":                      "Mostly, in this one draw: noisy labels order # % of all pairs of the 50 models as clean labels do.",
		"flips=drawn&n=2":                  "Yes, in this one draw, with 2 records only: noisy labels order # % of all pairs of the 50 models as clean labels do.",
		"epsilon=0":                        "No: at ε = 0 labels are coin tosses and say nothing about the models.",
		"flips=drawn&n=2&epsilon=0&seed=3": "Undecided: all 2 labels of this draw fell into one class; try another seed or a larger ε.",
	} {
		says(t, modelRisks, query, want)
	}
}

func TestRaceSays(t *testing.T) {
	for query, want := range map[string]string{
		"beside=nothing":                            "The barrier hinge loss mostly learns the truth in this one training: AUC #; it fits the flipped labels # better than without memorising.",
		"loss=logistic&beside=nothing":              "The logistic loss memorises flips in this one training: AUC # on true labels; it fits the flipped labels # better than without memorising.",
		"loss=logistic&beside=nothing&epsilon=2.5":  "The logistic loss learns the truth in this one training: AUC #; it fits the flipped labels # better than without memorising.",
		"epsilon=0&epochs=2":                        "Neither: at ε = 0 labels are coin tosses; AUC # is luck.",
		"epsilon=0&epochs=2&beside=all":             "None: at ε = 0 labels are coin tosses; AUC # is luck.",
		"epsilon=0&epochs=2&beside=nothing":         "Nothing is learned: at ε = 0 labels are coin tosses; AUC # is luck.",
		"preset=linear":                             "The barrier hinge loss and the unhinged loss cannot be told apart (#, # in one training).",
		"preset=runaway":                            "The squared loss diverged in epoch 2; lower the learning rate.",
		"n=2&epsilon=0.005&epochs=1&seed=5":         "Nothing is learned: flipped, all labels are of one class; try another seed, more records or a larger ε.",
		"epsilon=0.05&n=20&epochs=1&seeds=2&seed=4": "Nothing is shown: the highest AUC is # (95 %: 0–1.00), and guessing has 0.5.",
	} {
		says(t, Race, query, want)
	}
}

func TestLearningSays(t *testing.T) {
	for query, want := range map[string]string{
		"beside=nothing":          "Down to ε = 0.500 with the barrier hinge loss: the smallest ε tried at which AUC reaches 0.90 with 95 % confidence (0.925–0.955).",
		"seeds=1":                 "Down to ε = 0.250 with the barrier hinge loss, 0.750 with the logistic loss: the smallest ε tried at which AUC reaches 0.90 in this one training.",
		"target=0.98":             "Even at the largest ε tried an AUC of 0.98 is not certain with the barrier hinge loss; at ε = 0.500 it is # (95 %: 0.925–0.955).",
		"target=0.98&seeds=1":     "Even at the largest ε tried the barrier hinge loss stays below an AUC of 0.98; at ε = 0.500 it has # (one training).",
		"epsilon=0.05":            "Nothing is shown: at ε = 0.0500 AUC # (95 %: 0.212–1.00), and guessing has 0.5.",
		"measure=flipped&seeds=1": "The barrier hinge loss fits its flipped labels with AUC # at ε = 0.500; without memorising it would be # (one training).",
		"epsilon=0":               "Nothing is learned at ε = 0: labels are coin tosses; AUC # with the barrier hinge loss is luck.",
		"loss=squared&beside=nothing&optimiser=sgd&rate=900&n=120&model=mlp&hidden=4&epochs=4": "The squared loss diverged in epoch 4; lower the learning rate.",
	} {
		says(t, Learning, query, want)
	}
}

func TestBoundarySays(t *testing.T) {
	const one = "average=one&points=hidden&separation=4&positive=0.1&"
	for query, want := range map[string]string{
		one + "labels=both&learners=forest&n=400":                      "They move it so far that # % of records change class with the random forest (one draw).",
		one + "labels=both&learners=logistic,forest&n=1000":            "# % of records change class with the random forest; with logistic regression # % (one draw).",
		one + "labels=both&learners=logistic,linear-sigmoid&epsilon=4": "# % of records change class with logistic regression; with the linear score # % (one draw).",
		"preset=rare":                   "# % of records change class with the linear score; the recall of logistic regression falls # → # (one draw).",
		"preset=rare&learners=logistic": "They move it so far that # % of records change class with logistic regression; its recall falls from # to # (one draw).",
		"preset=private":                "Unknown: no learner is trained on both labels; AUC # for Logistic regression from flipped ones (one draw).",
		one + "labels=both&learners=logistic,linear-sigmoid&epsilon=10": "Hardly: at ε = 10.0 at most # % of records change class, with logistic regression (one draw).",
		one + "labels=both&epsilon=0&learners=logistic&n=100":           "At ε = 0 labels are coin tosses: any boundary you see is luck.",
		one + "labels=flipped&epsilon=0&learners=logistic&n=100":        "At ε = 0 labels are coin tosses: any boundary you see is luck.",
		one + "labels=true&learners=logistic,tree&n=100":                "Without privacy: AUC # to #.",
		one + "labels=true&learners=logistic&n=100":                     "Without privacy: AUC # for Logistic regression.",
		one + "labels=flipped&learners=logistic,tree&n=300":             "Unknown: no learner is trained on both labels; AUC # (Decision tree) to # (Logistic regression) from flipped ones (one draw).",
		one + "labels=flipped&learners=private&n=100":                   "Not at all: a private learner sees the true labels and adds noise of its own; AUC # (one draw).",
		one + "labels=both&learners=private,private-weighted&n=100":     "Not at all: private learners see the true labels and add noise of their own; AUC # to # (one draw).",
		one + "labels=both&learners=logistic&n=2&epsilon=0.005&draw=2":  "No boundary: no learner can be trained on these labels; try a larger ε, more records or another draw.",
	} {
		says(t, Boundary, query, want)
	}
}

// The spending of private learners is told apart from the effect of flipped labels, and ε is not mentioned where it has no
// effect.
func TestBoundaryPrices(t *testing.T) {
	const one = "average=one&points=hidden&n=100&"
	for query, want := range map[string]string{
		one + "epsilon=1&labels=flipped&learners=logistic,private": "An attacker is right about one label at most 73.1 % of the time, a private learner's record at most 73.2 % (a coin toss: 50 %).",
		one + "epsilon=1&labels=true&learners=logistic,private":    "An attacker is right about a private learner's record at most 73.2 % of the time (a coin toss: 50 %); the others hide nothing.",
		one + "epsilon=1&labels=true&learners=private":             "An attacker is right about which of two records is in the table at most 73.2 % of the time (a coin toss: 50 %).",
		one + "labels=true&learners=logistic":                      "Nothing is hidden here: the learners see the true labels.",
	} {
		if price := viewtest.Sheet(t, Boundary, query).Lead.Price.String(); price != want {
			t.Errorf("boundary?%s has the price\n\t%s\nfor\n\t%s", query, price, want)
		}
	}
	for query, shown := range map[string]bool{
		"labels=true&learners=logistic,forest": false, "labels=true&learners=logistic,private": true, "labels=both&learners=logistic": true, "labels=flipped": true,
	} {
		if _, err := Boundary.Parse(query + "&epsilon=1.5"); (err == nil) != shown {
			t.Errorf("boundary?%s takes an ε: %v", query, err)
		}
		values, err := Boundary.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		if has := slices.ContainsFunc(Boundary.Sliders(values), func(p param.Param) bool { return p.Name == "epsilon" }); has != shown {
			t.Errorf("boundary?%s has a slider for ε: %v", query, has)
		}
	}
}

// The learner in focus has its numbers on top, and is shown where only one fits; if it is not picked the first is shown.
func TestBoundaryFocus(t *testing.T) {
	const query = "labels=both&average=one&points=hidden&n=100&learners=logistic,tree&learner="
	for learner, want := range map[string]string{"logistic": "logistic", "tree": "tree", "forest": "logistic", "extremes": ""} {
		s := viewtest.Sheet(t, Boundary, query+learner)
		if got := s.Figure.Panels[s.Figure.First].Name; want != "" && got != want {
			t.Errorf("with %s the first panel is of %s", learner, got)
		}
		for _, a := range s.Readings {
			if a.Name == "changed" {
				continue
			}
			if top := a.Member == want && slices.Contains([]string{"test-auc", "recall", "precision"}, a.Name); a.Member != "" && (a.Top != top || a.Tabled == top) {
				t.Errorf("with %s %s is on top: %v, in the table alone: %v", learner, a.Key, a.Top, a.Tabled)
			}
		}
	}
}

// The table has every learner and every measure, equal to the answers.
func TestBoundaryTable(t *testing.T) {
	s := viewtest.Sheet(t, Boundary, "labels=both&average=one&points=hidden&n=100&learners=logistic,tree")
	table := s.Later[0].Table()
	if len(table.Columns) != 5 || len(table.Rows) != len(metrics) {
		t.Fatalf("%d columns, %d rows", len(table.Columns), len(table.Rows))
	}
	for i, m := range metrics {
		for k, c := range table.Columns[1:] {
			a := slices.IndexFunc(s.Readings, func(a engine.Reading) bool {
				return a.Name == m.name && a.Member == strings.ReplaceAll(c.Name, "_", "-")
			})
			if got, want := table.Rows[i][k+1].Number, s.Readings[a].Known.Number(); got != want && want == want {
				t.Errorf("%s of %s is %g in the table, %g on the page", m.name, c.Name, got, want)
			}
		}
	}
}

// The ends that learning exports at a budget equal those of the mean's interval at 95 %, as in its answers.
func TestLearningExportsIntervals(t *testing.T) {
	s := viewtest.Sheet(t, Learning, "measure=auc&seeds=3&beside=nothing"+short)
	i := slices.IndexFunc(s.Readings, func(a engine.Reading) bool { return a.Name == "test-auc" })
	want, found := s.Readings[i].Known, false
	for _, m := range s.Figure.Marks {
		b, bars := m.(engine.Band)
		if at := slices.Index(b.X, 1.5); bars && at >= 0 {
			found = true
			if b.Low[at] != want.Low || b.High[at] != want.High || b.Confidence != want.Confidence {
				t.Errorf("exported from %g to %g (%g), answered %+v", b.Low[at], b.High[at], b.Confidence, want)
			}
		}
	}
	if !found {
		t.Error("there is no interval at ε = 1.5")
	}
}

// Every learner that flipped labels may move has a name within a sentence.
func TestCalled(t *testing.T) {
	for _, k := range training.Fitters.Kinds {
		if private := strings.HasPrefix(k.Name, "private"); private == (called[k.Name] != "") {
			t.Errorf("%s is called %q", k.Name, called[k.Name])
		}
	}
}
