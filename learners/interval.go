package learners

import (
	"fmt"

	"dpscope/learners/modelfile"
)

// Interval is a toy on one feature: class 0 on the closed interval
// [From, To], class 1 outside.
type Interval struct{ From, To float64 }

var intervalKind = Kind{
	Name:    "interval",
	Title:   "an interval",
	Keys:    []string{"from", "to"},
	Example: `"from":0.2,"to":0.8`,
	read:    readInterval,
}

func (i *Interval) kind() Kind { return intervalKind }

// Classes returns 2.
func (i *Interval) Classes() int { return 2 }

// Dims returns 1.
func (i *Interval) Dims() int { return 1 }

// Predict returns 0 if and only if From ≤ x[0] ≤ To.
func (i *Interval) Predict(x []float64) int {
	if i.From <= x[0] && x[0] <= i.To {
		return 0
	}
	return 1
}

// Check says whether the ends are numbers in order.
func (i *Interval) Check() error {
	if err := checkFinite("end", []float64{i.From, i.To}); err != nil {
		return err
	}
	if i.From > i.To {
		return fmt.Errorf("the interval [%g, %g] is empty; its ends in order would do", i.From, i.To)
	}
	return nil
}

func readInterval(o *modelfile.Object, _, _ int) (declared, error) {
	i := &Interval{}
	if err := o.Need("from", &i.From); err != nil {
		return nil, err
	}
	return i, o.Need("to", &i.To)
}

func (i *Interval) members() modelfile.Members {
	return modelfile.Members{}.Add("from", i.From).Add("to", i.To)
}
