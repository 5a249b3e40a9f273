package weights

import (
	"errors"

	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/views/control"
	"dpscope/views/imbalance"
)

// Controls of single methods.
var (
	bagModels = param.Param{Name: "models", Symbol: "m", Label: "models",
		Help: "Number of private models in the majority vote; they share the budget, so more leave each less.",
		Min:  1, Max: 200, Low: 1, High: 50, Default: 5, Scale: param.Count}
	bagShare = param.Param{Name: "share", Symbol: "s", Label: "share of each",
		Help: "Share of the records that each model sees, drawn without replacement: smaller lets each spend more.",
		Min:  0.001, Max: 1, Default: 0.5, Fine: 0.01, Coarse: 0.1}
	gradientClip = param.Param{Name: "gradient-clip", Symbol: "C", Label: "gradient clip",
		Help: "A gradient is clipped to this norm before it is weighted; of a record it is 1 at most.",
		Min:  1e-3, Max: 1, Low: 0.01, High: 1, Default: 0.5, Scale: param.Log}
	descentPace = param.Param{Name: "pace", Symbol: "η", Label: "rate",
		Help: "Learning rate: how far a step goes along the noisy mean gradient.",
		Min:  1e-4, Max: 1000, Low: 0.1, High: 50, Default: 8, Scale: param.Log}
)

// method is a way to find a rare class privately.
type method struct {
	learner rareclass.Learner
	public  bool   // by the public threshold
	drawn   bool   // also where another is chosen
	caution string // how its guarantee differs from the others'
}

var methods = param.Menu[method]{Name: "method", Label: "method",
	Help: "The private learner that the readings are about.",
	Kinds: []param.Kind[method]{
		control.Option("unweighted", "unweighted", "Every record counts alike; positive from probability one half on.", imbalance.Chaudhuri,
			method{learner: rareclass.Unweighted, drawn: true}),
		control.Option("weighted", "public weights", "The rare class counts 1 and the other 1/r, by the declared ratio.",
			imbalance.Paper+", section 4.2.2, divided by the greatest", method{learner: rareclass.Inverse, drawn: true}),
		control.Option("threshold", "public threshold", "Unweighted; positive from probability 1/(1+r) on, which costs no privacy.", imbalance.Derived,
			method{learner: rareclass.Unweighted, public: true, drawn: true}),
		control.Option("normalised", "weights from the data", "n₀/n and n₁/n, which one label moves: the noise covers that too.", imbalance.Derived,
			method{learner: rareclass.Normalised}),
		{Name: "bagging", Title: "bagged majority vote",
			Help:   "Private models with public weights, each of a part of the records, vote. Budgets compose.",
			Source: imbalance.Paper + ", section 4.1, by the exact composition of Kairouz, Oh & Viswanath 2015",
			Params: []param.Param{bagModels, bagShare, imbalance.FitSlack},
			New: func(v param.Values) (method, error) {
				return method{learner: rareclass.Bagged{Models: int(v.Get(bagModels)), Share: v.Get(bagShare)}}, nil
			}},
		{Name: "descent", Title: "DP-SGD (ε, δ)", Help: "Gradient descent with public weights: gradients are clipped, then weighted, and noise is added once a step. Add or remove one record, at (ε, δ).",
			Source: imbalance.Paper + ", Algorithm 4, made sound", Params: []param.Param{imbalance.DescentRate, imbalance.DescentSteps, gradientClip, descentPace, imbalance.FitSlack},
			New: func(v param.Values) (method, error) {
				if v.Get(imbalance.FitSlack) == 0 {
					return method{}, errors.New("delta = 0: Gaussian noise gives no guarantee without a δ; 1e-5 is enough")
				}
				return method{learner: rareclass.Descent{Rate: v.Get(imbalance.DescentRate), Steps: int(v.Get(imbalance.DescentSteps)), Clip: v.Get(gradientClip),
					Pace: v.Get(descentPace)},
					caution: "DP-SGD guarantees (ε, δ) where one record is added or removed, the others ε where one is replaced: two guarantees that do not compare."}, nil
			}},
		control.Option("plain", "no privacy, balanced",
			"Plain logistic regression with weights n/(2n₁) and n/(2n₀), C = 1, whatever the budget: it has no guarantee.",
			"scikit-learn's LogisticRegression with class_weight=balanced",
			method{learner: rareclass.Baseline{Weighted: true}, caution: "Plain logistic regression has no guarantee: it is here to compare with."}),
		boosted("boosted", "boosted trees", "Boosted trees as XGBoost grows them, of the records as they are, whatever the budget: they have no guarantee.", false),
		boosted("boosted-weighted", "boosted, weighted", "The same where a record of the rare class counts r times, by the records' own ratio.",
			true),
	}}

// boosted returns a method of boosted trees, with weights or without.
func boosted(name, title, help string, weighted bool) param.Kind[method] {
	return control.Option(name, title, help, "Chen & Guestrin 2016, as XGBoost: 100 trees of depth 6, η = 0.3",
		method{learner: rareclass.Boosted{Weighted: weighted}, caution: "Boosted trees have no guarantee: they are here to compare with."})
}
