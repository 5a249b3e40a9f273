package desk_test

import (
	"math"
	"math/big"
	"testing"

	"dpscope/engine/claim"
	"dpscope/engine/training"
)

// evidence holds the tests that claims name. Each computes independently, and reports.
var evidence = map[string]func(*testing.T) claim.Finding{
	"FlipChance": flipChance, "Recursion": recursion, "Properties": properties, "PropertyFour": propertyFour, "Chain": chain,
	"Eighty": eighty, "BarrierAUC": barrierAUC, "BarrierBER": barrierBER, "SigmoidSecond": sigmoidSecond, "SpreadShrinks": spreadShrinks,
}

type numbers = map[string]float64

// flipChance compares the printed chance of a flip with the share of labellings in which a label flips.
func flipChance(*testing.T) claim.Finding {
	const epsilon = 0.5
	kept, flipped := math.Exp(epsilon/2), 1.0 // weights of the two labels
	asPrinted := 1 / (1 + math.Exp(1/(2*epsilon)))
	return claim.Finding{Holds: math.Abs(asPrinted-flipped/(kept+flipped)) < 1e-9, Numbers: numbers{"as-printed": asPrinted}}
}

// recursion compares the paper's recursion with logarithms of products.
func recursion(*testing.T) claim.Finding {
	worst := 0.0
	for _, n := range []int{1, 2, 7, 50, 400} {
		for _, epsilon := range []float64{0.1, 1, 5} {
			log := -float64(n) * math.Log1p(math.Exp(epsilon/2))
			for i := 0; i <= n; i++ {
				if i > 0 {
					log += math.Log(float64(n-i+1)) - math.Log(float64(i)) + epsilon/2
				}
				choose, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(i))).Float64()
				is := math.Log(choose) + float64(i)*epsilon/2 - float64(n)*math.Log(1+math.Exp(epsilon/2))
				worst = max(worst, math.Abs(log-is))
			}
		}
	}
	return claim.Finding{Holds: worst < 1e-9, Numbers: numbers{"difference": worst}}
}

// truncated returns Pr[I ≤ j] of a binomial law, as a fraction.
func truncated(n, j int, p *big.Rat) *big.Rat {
	sum, q := new(big.Rat), new(big.Rat).Sub(big.NewRat(1, 1), p)
	power := func(x *big.Rat, k int) *big.Rat {
		product := big.NewRat(1, 1)
		for range k {
			product.Mul(product, x)
		}
		return product
	}
	for i := 0; i <= min(j, n); i++ {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(i)))
		sum.Add(sum, term.Mul(term.Mul(term, power(p, i)), power(q, n-i)))
	}
	return sum
}

// properties compares neighbours in fractions.
func properties(*testing.T) claim.Finding {
	const records = 24
	f := claim.Finding{Holds: true, Numbers: numbers{"records": records}}
	compare := func(smaller, larger *big.Rat) {
		f.Numbers["cells"]++
		f.Holds = f.Holds && smaller.Cmp(larger) <= 0
	}
	for _, p := range []*big.Rat{big.NewRat(1, 5), big.NewRat(2, 5), big.NewRat(1, 2), big.NewRat(7, 10)} {
		for n := 1; n+2 <= records; n++ {
			for _, k := range []int{0, 1, 2, 5} {
				if k <= n {
					compare(truncated(n+1, k, p), truncated(n, k, p))
					compare(truncated(n, n-k, p), truncated(n+1, n+1-k, p))
				}
			}
			for _, k := range []int{-1, 0, 1} {
				j := n/2 + k
				if j < 0 || j >= n {
					continue
				}
				from, to := truncated(n, j, p), truncated(n+2, j+1, p)
				if p.Cmp(big.NewRat(int64(n-n/2-k), int64(n+1))) <= 0 {
					compare(from, to)
				} else {
					compare(to, from)
				}
			}
		}
	}
	return f
}

// propertyFour checks for j below n whether the probability falls from 1 at p = 0 to 0 at p = 1, and counts where it does not
// at j = n.
func propertyFour(*testing.T) claim.Finding {
	const records, parts = 12, 10
	f := claim.Finding{Holds: true, Numbers: numbers{"records": records}}
	one := big.NewRat(1, 1)
	falls := func(n, j int) bool {
		last := truncated(n, j, new(big.Rat))
		if last.Cmp(one) != 0 {
			return false
		}
		for k := int64(1); k <= parts; k++ {
			next := truncated(n, j, big.NewRat(k, parts))
			if next.Cmp(last) >= 0 {
				return false
			}
			last = next
		}
		return last.Sign() == 0
	}
	for n := 1; n <= records; n++ {
		for j := range n {
			f.Numbers["cells"]++
			f.Holds = f.Holds && falls(n, j)
		}
		if !falls(n, n) {
			f.Numbers["exceptions"]++
		}
	}
	f.Holds = f.Holds && f.Numbers["exceptions"] == records
	return f
}

// chain compares the ends of the paper's chain of equations.
func chain(*testing.T) claim.Finding {
	const n, epsilon = 9, 1
	p := new(big.Rat).SetFloat64(1 / (1 + math.Exp(epsilon/2.0)))
	above, _ := new(big.Rat).Sub(truncated(n, n/2, p), truncated(n, n/2-1, p)).Float64()
	return claim.Finding{Holds: above == 0, Numbers: numbers{"difference": above, "n": n, "epsilon": epsilon}}
}

// losses lists the losses of the paper's tables.
var losses = []string{"barrier", "sigmoid", "unhinged", "savage", "logistic", "squared", "hinge"}

// printed goes over the pairs with a complete row in a table, and passes the means of all losses at each budget.
func printed(metric string, records float64, each func(budget int, means map[string]float64)) {
	for _, against := range training.Pairs {
		for budget := range training.PrintedBudgets {
			means := map[string]float64{}
			for _, loss := range losses {
				if row, found := training.PrintedOf(against, loss, metric, records); found && row.Records == records && !math.IsNaN(row.Mean[budget]) {
					means[loss] = row.Mean[budget]
				}
			}
			if len(means) == len(losses) {
				each(budget, means)
			}
		}
	}
}

const tableIV, tableV = 10000, 1000 // records

// atMostThree reports whether a budget is among those of the claim, from 0.1 to 3.
func atMostThree(budget int) bool { return training.PrintedBudgets[budget] <= 3 }

// eighty checks the means of the barrier hinge at ε = 0.5.
func eighty(*testing.T) claim.Finding {
	f := claim.Finding{Numbers: numbers{"lowest": 100, "highest": 0, "reached": 0, "cells": 0}}
	for _, metric := range []string{"auc", "ber"} {
		printed(metric, tableIV, func(budget int, means map[string]float64) {
			if training.PrintedBudgets[budget] != 0.5 {
				return
			}
			v := 100 * means["barrier"]
			f.Numbers["cells"]++
			f.Numbers["lowest"], f.Numbers["highest"] = min(f.Numbers["lowest"], v), max(f.Numbers["highest"], v)
			if v >= 80 {
				f.Numbers["reached"]++
			}
		})
	}
	f.Holds = f.Numbers["reached"] > 0
	return f
}

func barrierAUC(*testing.T) claim.Finding { return barrierBest("auc") }
func barrierBER(*testing.T) claim.Finding { return barrierBest("ber") }

// barrierBest counts the rows of Table IV in which no loss has a higher mean than the barrier hinge.
func barrierBest(metric string) claim.Finding {
	f := claim.Finding{Numbers: numbers{"best": 0, "cells": 0, "beyond": 0, "largest": 0}}
	printed(metric, tableIV, func(budget int, means map[string]float64) {
		best := 0.0
		for _, v := range means {
			best = max(best, v)
		}
		is := 0.0
		if means["barrier"] == best {
			is = 1
		}
		switch {
		case !atMostThree(budget):
			f.Numbers["beyond"] += is
			return
		case training.PrintedBudgets[budget] == 3:
			f.Numbers["largest"] += is
		}
		f.Numbers["best"] += is
		f.Numbers["cells"]++
	})
	f.Holds = f.Numbers["best"] == f.Numbers["cells"]
	return f
}

// sigmoidSecond returns the mean lead of the sigmoid over all losses except the barrier hinge.
func sigmoidSecond(*testing.T) claim.Finding {
	margin := func(metric string) float64 {
		sum, rows := 0.0, 0.0
		printed(metric, tableIV, func(budget int, means map[string]float64) {
			if !atMostThree(budget) {
				return
			}
			next := 0.0
			for _, loss := range losses[2:] {
				next = max(next, means[loss])
			}
			sum, rows = sum+100*(means["sigmoid"]-next), rows+1
		})
		return sum / rows
	}
	f := claim.Finding{Numbers: numbers{"margin-auc": margin("auc"), "margin-ber": margin("ber")}}
	f.Holds = f.Numbers["margin-ber"] > 0
	return f
}

// spreadShrinks compares the standard deviations of Tables V and IV at each budget.
func spreadShrinks(*testing.T) claim.Finding {
	f := claim.Finding{Holds: true, Numbers: numbers{}}
	for budget := range training.PrintedBudgets {
		var sums [2]float64
		rows := 0.0
		for _, against := range training.Pairs {
			small, there := training.PrintedOf(against, "barrier", "auc", tableV)
			large, also := training.PrintedOf(against, "barrier", "auc", tableIV)
			if there && also && small.Records == tableV && large.Records == tableIV && !math.IsNaN(small.SD[budget]) && !math.IsNaN(large.SD[budget]) {
				sums[0], sums[1], rows = sums[0]+100*small.SD[budget], sums[1]+100*large.SD[budget], rows+1
			}
		}
		f.Holds = f.Holds && rows > 0 && sums[1] < sums[0]
		f.Numbers["small"] += sums[0] / rows / float64(len(training.PrintedBudgets))
		f.Numbers["large"] += sums[1] / rows / float64(len(training.PrintedBudgets))
	}
	return f
}
