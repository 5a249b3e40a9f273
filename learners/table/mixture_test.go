package table

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Classes have their shares, one record at least, and their means; where the two
// densities, times the shares, meet is the level of Bayes' rule.
func TestMixture(t *testing.T) {
	m := Mixture{Separation: 4, Share: 0.1}
	d := m.Draw(20000, rand.New(rand.NewPCG(1, 2)))
	var sums [2]float64
	count := 0
	for i, y := range d.Y {
		sums[y] += d.Row(i)[0] + d.Row(i)[1]
		count += y
	}
	if count != 2000 {
		t.Errorf("%d of 20,000 are positive", count)
	}
	// Six standard errors of a mean of 4,000 numbers of deviation 2.
	for class, sum := range sums {
		records := float64([2]int{20000 - count, count}[class])
		if got := sum / 2 / records; math.Abs(got-m.middle(class)) > 6*MixtureSpread/math.Sqrt(2*records) {
			t.Errorf("the mean of class %d is %g, want %g", class, got, m.middle(class))
		}
	}
	density := func(class int, x, y float64) float64 {
		share, c := [2]float64{0.9, 0.1}[class], m.middle(class)
		return share * math.Exp(-((x-c)*(x-c)+(y-c)*(y-c))/(2*MixtureSpread*MixtureSpread))
	}
	x := 1.3
	if a, b := density(0, x, m.Level()-x), density(1, x, m.Level()-x); math.Abs(a-b) > 1e-12*a {
		t.Errorf("on the level of Bayes' rule the densities are %g and %g", a, b)
	}
	right := 0
	for i, y := range d.Y {
		if (d.Row(i)[0]+d.Row(i)[1] > m.Level()) == (y == 1) {
			right++
		}
	}
	// Six standard errors of a share of 20,000.
	if got, want := float64(right)/20000, m.BestAccuracy(); math.Abs(got-want) > 6*math.Sqrt(want*(1-want)/20000) {
		t.Errorf("Bayes' rule is right %g of the time, want %g", got, want)
	}
	for _, share := range []float64{0.01, 0.1, 0.5} { // Φ(4/√8)
		if got := (Mixture{4, share}).BestBalancedAccuracy(); math.Abs(got-0.9213503964748574) > 1e-14 {
			t.Errorf("the best balanced accuracy is %v", got)
		}
	}
	few := Mixture{Separation: 1, Share: 0.001}.Draw(2, rand.New(rand.NewPCG(1, 3)))
	if err := few.Check(); err != nil {
		t.Errorf("two records: %v", err)
	}
}
