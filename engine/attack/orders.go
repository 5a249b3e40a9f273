package attack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
)

// Orders is what keeps Rényi divergences at several orders, as accountants of moments tabulate them.
type Orders struct {
	Curve string // as ReadOrders reads it
}

// ReadOrders reads a curve of Rényi divergences as it is written, order:divergence with commas between, in any
// order. A divergence of inf says nothing of its order, and an order of inf is pure privacy.
func ReadOrders(text string) (r privacy.Renyi, err error) {
	type order struct{ at, divergence float64 }
	written := numeral.Pair{Kind: "point of a Rényi curve", Form: "order:divergence", Such: "8:0.4"}
	var list []order
	for _, word := range strings.Split(text, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		var o order
		if o.at, o.divergence, err = written.Read(word); err != nil {
			return r, err
		}
		switch {
		case !(o.at > 1):
			return r, fmt.Errorf("the order %g of %q is not above 1; a curve of Rényi divergences begins after 1", o.at, word)
		case !(o.divergence >= 0):
			return r, fmt.Errorf("the divergence %g of %q is below 0; a divergence from 0 on, or inf, is one", o.divergence, word)
		case slices.ContainsFunc(list, func(other order) bool { return other.at == o.at }):
			return r, fmt.Errorf("the order %g is given twice; the smaller divergence is enough", o.at)
		}
		list = append(list, o)
	}
	if len(list) == 0 {
		return r, errors.New("a Rényi curve has no point; order:divergence is one, such as 8:0.4")
	}
	if !slices.ContainsFunc(list, func(o order) bool { return !math.IsInf(o.divergence, 1) }) {
		return r, errors.New("the divergence is finite at no order of the curve, which bounds nothing; one order with a finite one is enough")
	}
	slices.SortFunc(list, func(a, b order) int { return cmp.Compare(b.at, a.at) })
	least := math.Inf(1)
	for _, o := range list { // divergences rise with the order: what holds at one holds at those below
		if least = min(least, o.divergence); !math.IsInf(least, 1) {
			r.Orders, r.Epsilons = append(r.Orders, o.at), append(r.Epsilons, least)
		}
	}
	return r, nil
}

func (s Orders) attack(context.Context, float64) (privacy.Attack, error) {
	r, err := ReadOrders(s.Curve)
	return privacy.Bounded(r), err
}

func (s Orders) claim(_ context.Context, delta, _ float64) (Claim, error) {
	r, err := ReadOrders(s.Curve)
	r.At = delta
	return Claim{known.OrLess(r.Claim().Epsilon), delta}, err
}
