package table

import (
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/param"
)

// strokeFeatures lists the inputs of the paper's stroke classifiers, with its authors' divisors.
func strokeFeatures() []Feature {
	return []Feature{
		{Name: "age", Unit: "years", Scale: Scale{Divisor: 100}},
		{Name: "hypertension"},
		{Name: "heart_disease"},
		{Name: "ever_married"},
		{Name: "avg_glucose_level", Unit: "mg/dL", Scale: Scale{Divisor: 300}},
		{Name: "bmi", Unit: "kg/m²", Scale: Scale{Divisor: 50}},
	}
}

// patients makes up records over the inputs of the stroke classifiers, all within [0, 1]. They follow rules
// of thumb, not a data set.
//
//	age            whole years, uniform on 1 to 82
//	ever_married   with probability logistic((age − 26)/4)
//	hypertension   with probability 0.01 + 0.25 (age/82)²
//	heart_disease  with probability 0.20 (age/82)³
//	bmi            normal of mean 30 − 12 exp(−age/15) and deviation 5, kept in [12, 50]
//	glucose        normal of mean 205 and deviation 25 with probability 0.05 + 0.2 age/82,
//	               else of mean 92 and deviation 20; kept in [55, 290]
//	stroke         with probability logistic(0.075 age + 0.5 hypertension + 0.5 heart_disease
//	               + 0.005 (glucose − 100) − 6)
type patients struct{}

var patientKind = param.Kind[Set]{
	Name:   "patients",
	Title:  "Patients",
	Help:   "Age, blood pressure, heart disease, marriage, glucose and body mass, and who had a stroke.",
	Source: "rules of thumb, no data set",
	New:    func(param.Values) (Set, error) { return patients{}, nil },
}

// Fits reports whether the stroke classifiers take the features.
func (patients) Fits(features []Feature) bool {
	return slices.Equal(Names(features), Names(strokeFeatures()))
}

// Patients returns n made-up patients, with their strokes as labels.
func Patients(n int, seed uint64) Data { return patients{}.Draw(nil, n, seed) }

// Draw draws n patients, with their strokes as labels.
func (patients) Draw(_ []Feature, n int, seed uint64) Data {
	rng := rand.New(rand.NewPCG(seed, 0x5f3759df))
	coin := func(p float64) float64 {
		if rng.Float64() < p {
			return 1
		}
		return 0
	}
	logistic := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	normal := func(mean, deviation, low, high float64) float64 {
		return min(max(math.Round((mean+deviation*rng.NormFloat64())*10)/10, low), high)
	}
	d := Data{Features: strokeFeatures(), ClassNames: []string{"0", "1"}}
	for i := range n {
		age := float64(1 + rng.IntN(82))
		share := age / 82
		married := coin(logistic((age - 26) / 4))
		hypertension := coin(0.01 + 0.25*share*share)
		heart := coin(0.20 * share * share * share)
		bmi := normal(30-12*math.Exp(-age/15), 5, 12, 50)
		mean, deviation := 92.0, 20.0
		if coin(0.05+0.2*share) == 1 {
			mean, deviation = 205, 25
		}
		glucose := normal(mean, deviation, 55, 290)
		stroke := coin(logistic(0.075*age + 0.5*hypertension + 0.5*heart + 0.005*(glucose-100) - 6))
		for f, raw := range []float64{age, hypertension, heart, married, glucose, bmi} {
			d.X = append(d.X, d.Features[f].Scale.Apply(raw))
		}
		d.Y, d.Rows = append(d.Y, int(stroke)), append(d.Rows, i)
	}
	return d
}
