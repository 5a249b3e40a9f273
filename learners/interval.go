package learners

import "fmt"

// Interval is a toy on one feature: class 0 on the closed interval
// [From, To], class 1 outside.
type Interval struct{ From, To float64 }

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
