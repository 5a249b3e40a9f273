package attack

import (
	"math"
	"math/bits"
	"testing"

	"dpscope/engine/work/worktest"
)

// reportsOf lists the chances of all reports of one of k options, under the first option and under the second, as the definition of a
// protocol has them.
func reportsOf(protocol string, epsilon float64, k int) (p, q []float64) {
	e := math.Exp(epsilon)
	w := max(1, int(math.Floor(float64(k)/(e+1)+0.5)))
	for report := range 1 << k { // the options that a report names
		chance := func(own int) float64 {
			has, size := report>>own&1, bits.OnesCount(uint(report))
			switch protocol {
			case "response":
				if size != 1 {
					return 0
				}
				return map[int]float64{1: e, 0: 1}[has] / (e + float64(k) - 1)
			case "oue":
				return 0.5 * math.Pow(1/(e+1), float64(size-has)) * math.Pow(e/(e+1), float64(k-1-size+has))
			}
			if size != w {
				return 0
			}
			with, without := choose(k-1, w-1), choose(k-1, w)
			return map[int]float64{1: e, 0: 1}[has] / (e*with + without)
		}
		p, q = append(p, chance(0)), append(q, chance(1))
	}
	return p, q
}

func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return c
}

// An attacker's success with one report, and with two, equals the enumeration of all reports for up to six options.
func TestChosenIsEnumerated(t *testing.T) {
	ctx := worktest.Shared()
	for _, protocol := range []string{"response", "oue", "subset"} {
		for k := 2; k <= 6; k++ {
			for _, epsilon := range []float64{0.1, 1, 3} {
				p, q := reportsOf(protocol, epsilon, k)
				for times := 1.0; times <= 2; times++ {
					both, total := 0.0, 0.0 // the advantage is half the distance of the products
					for i := range p {
						total += p[i]
						if times == 1 {
							both += math.Abs(p[i]-q[i]) / 2
							continue
						}
						for j := range p {
							both += math.Abs(p[i]*p[j]-q[i]*q[j]) / 2
						}
					}
					a, err := Question{Of: Chosen{protocol, epsilon, float64(k), times}, FPR: 0.01, Prior: 0.5}.Attack(ctx)
					if err != nil {
						t.Fatal(err)
					}
					tolerance := map[float64]float64{1: 1e-12, 2: 1e-4}[times]
					if got := a.Advantage(); math.Abs(total-1) > 1e-12 || got.Low > both+1e-12 || got.High < both-1e-12 || got.High-got.Low > tolerance {
						t.Errorf("%s, k = %d, ε = %v, %v times: %v to %v, enumerated %v of %v", protocol, k, epsilon, times, got.Low, got.High, both, total)
					}
				}
			}
		}
	}
}
