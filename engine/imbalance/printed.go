package imbalance

// Printed are shares by the formulas of the paper's Table 4, which are no shares:
// its recall has a factor 1 + r, its precision 1 + r where r belongs, and its F1
// forgets how rare the class is and whom the threshold misses.
type Printed struct{ Recall, Precision, F1 float64 }

// Printed are those of a weight γ.
func (m Mixture) Printed(gamma float64) Printed {
	recall, alarms := m.Recall(gamma), m.FalsePositive(gamma)
	return Printed{
		Recall:    (1 + m.Ratio) * recall,
		Precision: recall / (recall + (1+m.Ratio)*alarms),
		F1:        recall / (recall + alarms/2),
	}
}
