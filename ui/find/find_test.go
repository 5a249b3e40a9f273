package find

import (
	"slices"
	"strings"
	"testing"

	"dpscope/assets"
	"dpscope/views"
)

// What people type finds first what they mean.
func TestFirstPlaces(t *testing.T) {
	for _, c := range []struct {
		first string // the name of the first entry found
		words string // separated by commas
	}{
		// What the program has to be found by.
		{"survey", "survey, poll, questionnaire, census, average, mean, proportion, histogram, rappor"},
		{"my data", "my data, csv, parquet, file, table, open, my classifier"},
		{"lessons", "lesson, tutorial, course, exercise, quiz, teach, learn, start, help, lessons"},
		{"run", "dp-sgd, opacus, noise multiplier, batch, epochs, accountant"},
		{"profile", "equal risk"},
		{"recommend", "which epsilon, which mechanism"},
		{"attack", "attack, membership, reconstruction"},
		{"compare", "compare"}, {"noise", "noise"}, {"synthetic", "synth"}, {"class", "class"}, {"threshold", "threshold"}, {"weights", "weights"},
		{"map", "map"}, {"proof", "proof"},
		{"privacy budget", "epsilon, ε"}, {"delta", "delta, δ"}, {"sensitivity", "sensitivity"}, {"local differential privacy", "local"},
		{"central differential privacy", "central"}, {"Rényi divergence", "renyi"}, {"neighbour", "neighbour"},
		// What else people type.
		{"survey", "sample size, margin of error, polls, SURVEY"},
		{"concentration", "one answer, concentrat"},
		{"noise", "laplace, gaussian noise, count, which noise"},
		{"flips", "label noise, flipped labels"},
		{"success", "majority, enough correct?"},
		{"race", "overfitting, memorize"},
		{"losses", "hinge, which loss"},
		{"boundary", "decision boundary"},
		{"population", "fairness, everybody"},
		{"map", "robust, safe box"},
		{"utility", "prediction, one prediction"},
		{"recommend", "advice, best epsilon, which ε"},
		{"synthetic", "synthetic data, fake data"},
		{"bayes", "naive bayes"},
		{"coordinates", "logistic regression"},
		{"copies", "oversampling"},
		{"bagging", "random forest"},
		{"network", "neural network"},
		{"approaches", "imbalance, fraud"},
		{"attack", "membership inference, roc"},
		{"digits", "floating point"},
		{"papers", "papers, claims"},
		{"class", "gradebook"},
		{"noise", "trade-off"},
		{"lesson 2", "lesson 2, coin"},
		{"lesson 1", "lesson promise, what does ε promise?"},
		{"lesson clinic", "clinic"},
		{"export", "export, png, screenshot"}, {"copy", "copy link"}, {"quit", "quit, exit"}, {"report", "report"}, {"solve", "solve"},
		{"group privacy", "group privacy"}, {"concentrated privacy", "zcdp"}, {"Gaussian number", "gdp"}, {"privacy loss distribution", "pld"},
		{"AUC", "auc"}, {"clip", "clipping"}, {"composition", "composition"}, {"total variation", "total variation"}, {"SMOTE", "smote"},
		{"amplification by sampling", "poisson sampling"}, {"recall and precision", "f1"},
		// What a statistician, a lawyer, an engineer and a student would type.
		{"survey", "confidence interval, standard error, respondents, how many people, frequency estimation, election"},
		{"success", "voting, majority vote, annotators, crowdsourcing"},
		{"flips", "label flipping, label dp"},
		{"attack", "roc curve, privacy audit, adversary, hacker, leak"},
		{"approaches", "class imbalance, minority, fraud detection, undersampling"},
		{"run", "tensorflow privacy, jax, sgd, training, moments accountant, gradient descent"},
		{"noise", "counting, median, data release, sum, query, laplace noise"},
		{"network", "deep learning, pytorch"},
		{"population", "subgroup, bias"},
		{"map", "robustness, adversarial example"},
		{"losses", "cross entropy, symmetric loss"},
		{"profile", "risk, same risk"},
		{"digits", "rounding, snapping"},
		{"papers", "paper, replication"},
		{"class", "students, homework, teacher"},
		{"bagging", "ensemble, bootstrap"},
		{"threshold", "cutoff"},
		{"randomised response", "randomized response, grr, warner"},
		{"Gaussian number", "f-dp"},
		{"lessons", "introduction, beginner, handout, workshop"},
		{"export", "save, svg, pdf, latex"}, {"python", "python, numpy, opendp, jupyter"}, {"keys", "shortcuts"}, {"presets", "examples"},
		{"privacy budget", "glossary, privacy budget"},
		// What people type who know the trade and not the program, or the program's pages and not their names.
		{"attack", "gdpr, anonymous, anonymise, k-anonymity, linkage, re-identification, audit"},
		{"my data", "excel, spreadsheet, upload, upload csv, import"},
		{"lessons", "first steps, getting started, workshop"},
		{"run", "shuffle, shuffling, opacus script, batch size, private training"},
		{"approaches", "rare disease, credit card, unbalanced, unbalanced data"},
		{"noise", "laplace mechanism, gaussian mechanism, noise level, counts, count query"},
		{"survey", "salary, income, opinion, standard error"},
		{"synthetic", "synthetic table, generate data, synthetic rows"},
		{"class", "teaching, homework, grades"},
		{"learning", "how private"},
		{"boosted trees", "decision tree, xgboost, boosting, gradient boosting, boosted trees"},
		{"clip", "clipping norm, clip norm"},
		{"optimal noise", "linear program, optimal noise"},
		{"amplification by sampling", "subsampling, amplification"},
		{"margin", "margin"}, {"seed", "seed"}, {"label", "label"}, {"epoch", "epoch"}, {"recall", "recall"}, {"precision", "precision"},
		{"G-mean", "g-mean"}, {"hinge loss", "hinge loss"}, {"trade-off curve", "tpr"}, {"Rényi divergence", "rdp"}, {"SMOTE", "smote"},
		{"certificate", "certificate"}, {"exponential mechanism", "exponential mechanism"}, {"copy", "share link"}, {"export", "save picture"},
		{"undo", "undo"}, {"race", "early stopping, overfit"},
	} {
		for _, words := range strings.Split(c.words, ", ") {
			if found, meant := For(words, ""); meant != "" || len(found) == 0 || found[0].Name != c.first {
				var names []string
				for _, f := range found[:min(len(found), 3)] {
					names = append(names, f.Name)
				}
				t.Errorf("%q finds %q (meant %q), not first %q", words, names, meant, c.first)
			}
		}
	}
}

// A thing is found by its whole name before those that only begin so, and a word only where a word begins.
func TestWordsBeginWhereWordsBegin(t *testing.T) {
	for _, words := range []string{"psilon", "eighbour", "urvey", "ise", "qqq"} {
		if found := search(all(), words, ""); len(found) > 0 {
			t.Errorf("%q finds %q", words, List()[found[0]].Title)
		}
	}
	for _, v := range views.All {
		for _, name := range []string{v.Name, strings.ToUpper(v.Name), v.Label} {
			if found, _ := For(name, ""); len(found) == 0 || found[0].View.Name != v.Name {
				t.Errorf("%q does not find the view %s first", name, v.Name)
			}
		}
	}
	for _, t1 := range assets.Terms() {
		found, _ := For(t1.Name, "")
		if !slices.ContainsFunc(found, func(it Item) bool { return it.Kind == Term && it.Name == t1.Name }) {
			t.Errorf("%q does not find the term", t1.Name)
		}
	}
	glossary, _ := For("glossary", "")
	if len(glossary) != len(assets.Terms()) {
		t.Errorf("glossary finds %d things, there are %d terms", len(glossary), len(assets.Terms()))
	}
}

// No synonym names two things, or one of them would never come first.
func TestSynonymsNameOneThing(t *testing.T) {
	of := map[string]string{}
	for _, v := range views.All {
		for _, also := range v.Also {
			if also = Spelt(also); of[also] != "" {
				t.Errorf("%q names %s and %s", also, of[also], v.Name)
			}
			of[also] = v.Name
		}
	}
	for _, v := range views.All {
		if other := of[Spelt(v.Name)]; other != "" && other != v.Name {
			t.Errorf("%q is a view, and names %s", v.Name, other)
		}
	}
}

// Where nothing has the typed words, the nearest ones are searched for.
func TestMeant(t *testing.T) {
	for _, c := range []struct{ typed, meant string }{
		{"lapalce", "laplace"}, {"epislon", "epsilon"}, {"standrad deviaton", "standard deviation"}, {"local diferential privacy", "local differential privacy"},
		{"zzz", ""}, {"xq", ""}, {"laplace", ""},
	} {
		found, meant := For(c.typed, "")
		if meant != c.meant {
			t.Errorf("%q means %q, not %q", c.typed, meant, c.meant)
		}
		if c.meant != "" {
			if direct, _ := For(c.meant, ""); len(direct) != len(found) {
				t.Errorf("%q finds %d things, %q %d", c.typed, len(found), c.meant, len(direct))
			}
		}
	}
}

func TestBright(t *testing.T) {
	for _, c := range []struct{ titled, typed, bright string }{
		{"Which noise hurts my answer least?", "noise", "noise"},
		{"Which noise hurts my answer least?", "nois answer", "nois|answer"},
		{"Rényi divergence, α", "renyi", "Rényi"},
		{"privacy budget, ε", "epsilon", "ε"},
		{"Denoised", "noise", ""},
		{"labels", "label", "label"},
	} {
		var parts []string
		for _, p := range Bright(c.titled, c.typed) {
			parts = append(parts, c.titled[p[0]:p[1]])
		}
		if got := strings.Join(parts, "|"); got != c.bright {
			t.Errorf("of %q, %q is bright, not %q", c.titled, got, c.bright)
		}
	}
}

// A letter takes at most 5 ms.
func BenchmarkLetter(b *testing.B) {
	all()
	for b.Loop() {
		for _, text := range []string{"e", "which noise", "lapalce", "which epsilon keeps my prediction"} {
			For(text, "compare")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N)/4, "ms/letter")
}
