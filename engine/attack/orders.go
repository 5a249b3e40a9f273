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

// Subjects known by their Rényi divergences alone.
type (
	// Orders keeps divergences at several orders, as moments accountants tabulate them.
	Orders struct {
		Curve string // as ReadOrders reads it
	}

	// Concentrated is a number of answers that each keep ρ-zCDP.
	Concentrated struct{ Rho, Times float64 }

	// Renyi keeps a divergence at one order.
	Renyi struct{ Order, Divergence float64 }
)

// ReadOrders reads a curve of Rényi divergences: order:divergence with commas between, in any order. A
// divergence of inf leaves its order open, and an order of inf is pure privacy.
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
	for _, o := range list { // divergences rise with the order: a bound at one order holds at lower ones
		if least = min(least, o.divergence); !math.IsInf(least, 1) {
			r.Orders, r.Epsilons = append(r.Orders, o.at), append(r.Epsilons, least)
		}
	}
	return r, nil
}

// keeper is known by its divergences alone.
type keeper interface {
	divergences() (privacy.Divergences, error)
}

// Enveloped reports whether only divergences are known: each rate is then of a mechanism of its own, and no single one has the
// whole curve.
func (q Question) Enveloped() bool {
	_, is := q.Of.(keeper)
	return is
}

func allowed(by keeper) (privacy.Attack, error) {
	d, err := by.divergences()
	return privacy.Alike(privacy.RenyiTests{Of: d}), err
}

// claimed returns the least ε at a δ that the divergences imply.
func claimed(by keeper, delta float64) (Claim, error) {
	d, err := by.divergences()
	if err != nil {
		return Claim{}, err
	}
	epsilon := privacy.RenyiTests{Of: d}.LeastEpsilon(delta)
	if math.IsInf(epsilon, 1) {
		return Claim{known.Nothing(known.NoBudget), delta}, nil
	}
	return Claim{known.Exactly(epsilon), delta}, nil
}

func (s Orders) divergences() (privacy.Divergences, error) { return ReadOrders(s.Curve) }

func (s Orders) attack(context.Context, float64) (privacy.Attack, error) { return allowed(s) }

func (s Orders) claim(_ context.Context, delta, _ float64) (Claim, error) { return claimed(s, delta) }

// divergences of several answers add up.
func (s Concentrated) divergences() (privacy.Divergences, error) {
	return privacy.Concentrated{Rho: s.Rho * max(s.Times, 1)}, nil
}

func (s Concentrated) attack(context.Context, float64) (privacy.Attack, error) { return allowed(s) }

func (s Concentrated) claim(_ context.Context, delta, _ float64) (Claim, error) {
	return claimed(s, delta)
}

func (s Renyi) divergences() (privacy.Divergences, error) {
	return privacy.Renyi{Orders: []float64{s.Order}, Epsilons: []float64{s.Divergence}}, nil
}

func (s Renyi) attack(context.Context, float64) (privacy.Attack, error) { return allowed(s) }

func (s Renyi) claim(_ context.Context, delta, _ float64) (Claim, error) { return claimed(s, delta) }
