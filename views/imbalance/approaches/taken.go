package approaches

import (
	"dpscope/views/imbalance"
)

// sourced returns the records with what is declared about them.
func (q approaches) sourced() imbalance.Sourced {
	return imbalance.Sourced{Records: q.records, Scaling: q.trial.Source.Scaling, Ratio: q.trial.Ratio, Own: q.own}
}

// taken names what private approaches take from the records, apart from the possible values of synthetic people.
func (q approaches) taken() []string { return q.sourced().Taken(true) }
