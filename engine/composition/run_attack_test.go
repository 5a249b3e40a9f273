package composition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/privacy"
)

// simulated draws the log-likelihood ratio of the worst case of a run: all others contribute -1, the record 1, against nothing
// or against -1 like the others, so that known sizes of batches leave what the record adds and noise.
type simulated struct {
	Run
	rng *rand.Rand
}

// means returns what the record adds to a sum where it is, and where it is another.
func (s simulated) means() (here, there float64) {
	switch {
	case s.Drawn == Poisson: // sizes of batches are not known
		return 1, 0
	case s.Neighbours == privacy.OneReplaced:
		return 2, 0
	}
	return 2, 1
}

// over returns the log-ratio of one sum at x where the record was drawn k times, against noise alone.
func (s simulated) over(x, mean, k float64) float64 {
	return mean * k * (2*x - mean*k) / (2 * s.Sigma * s.Sigma)
}

// logMean returns ln of the mean of e^x.
func logMean(list []float64) float64 {
	most, sum := slices.Max(list), 0.0
	for _, x := range list {
		sum += math.Exp(x - most)
	}
	return most + math.Log(sum/float64(len(list)))
}

// epoch draws the sums of a pass, added up over that many passes in the same order.
func (s simulated) epoch(present bool, passes float64, known bool) float64 {
	here, there := s.means()
	count, _ := s.Batches()
	with, without := make([]float64, int(count)), make([]float64, int(count))
	at := s.rng.IntN(int(count))
	s.Sigma /= math.Sqrt(passes)
	for i := range with {
		x := s.Sigma * s.rng.NormFloat64()
		if i == at {
			if x += there; present {
				x += here - there
			}
		}
		with[i], without[i] = s.over(x, here, 1), s.over(x, there, 1)
	}
	if known {
		return with[at] - without[at]
	}
	return logMean(with) - logMean(without)
}

// step draws a sum of a batch drawn anew.
func (s simulated) step(present bool) float64 {
	here, there := s.means()
	draws, chance := 1.0, s.Share()
	if s.Drawn == Weighted {
		draws, chance = s.Batch, s.Chance
	}
	k := 0.0
	for range int(draws) {
		if s.rng.Float64() < chance {
			k++
		}
	}
	x := s.Sigma * s.rng.NormFloat64()
	if present {
		x += here * k
	} else {
		x += there * k
	}
	with, without, ways := 0.0, 0.0, math.Pow(1-chance, draws)
	for k := 0.0; k <= draws; k++ {
		with += ways * math.Exp(s.over(x, here, k))
		without += ways * math.Exp(s.over(x, there, k))
		ways *= (draws - k) / (k + 1) * chance / (1 - chance)
	}
	return math.Log(with / without)
}

// run draws the ratio of a whole run.
func (s simulated) run(present bool) (loss float64) {
	switch s.Drawn {
	case ShuffledOnce:
		return s.epoch(present, s.Epochs, false)
	case Shuffled, FixedOrder:
		for range int(s.Epochs) {
			loss += s.epoch(present, 1, s.Drawn == FixedOrder)
		}
		return loss
	}
	for range int(s.AllSteps()) {
		loss += s.step(present)
	}
	return loss
}

// An attacker who knows how batches are drawn and computes the whole likelihood ratio is at least as often right as the lower
// end says, and never more often than the upper one; a million runs in a run of all.
func TestSimulatedAttacker(t *testing.T) {
	effort.ForNumbers(t)
	count := effort.Scale(20_000, 60_000, 1_000_000)
	for i, drawn := range Drawings {
		for j, n := range []privacy.Neighbours{privacy.OneZeroed, privacy.OneReplaced} {
			r := Run{Records: 40, Batch: 8, Epochs: 3, Sigma: 1.5, Neighbours: n, Drawn: drawn, Chance: 0.03}
			if r.NotCovered() != "" {
				continue
			}
			a, err := r.Attack(t.Context(), 1e-6, 0)
			if err != nil {
				t.Fatal(err)
			}
			s := simulated{r, rand.New(rand.NewPCG(49, uint64(10*i+j)))}
			here, there := make([]float64, count), make([]float64, count)
			right := 0
			for k := range count {
				here[k], there[k] = s.run(true), s.run(false)
				if here[k] > 0 {
					right++
				}
				if there[k] <= 0 {
					right++
				}
			}
			off := 4.5 * 0.5 / math.Sqrt(float64(2*count))
			got, v := float64(right)/float64(2*count), a.Right(0.5)
			if got < v.Low-off || got > v.High+off {
				t.Errorf("%v between %v: right %g of the time, and it is %v to %v", drawn, n, got, v.Low, v.High)
			}
			slices.Sort(here)
			slices.Sort(there)
			for _, fpr := range []float64{0.01, 0.1} {
				at := there[count-1-int(fpr*float64(count))]
				first, _ := slices.BinarySearch(here, math.Nextafter(at, math.Inf(1)))
				found := 1 - float64(first)/float64(count)
				more := 4.5 * math.Sqrt(fpr/float64(count))
				low, high := a.Finds(math.Max(fpr-more, 1e-9)).Low, a.Finds(fpr+more).High
				if found < low-off || found > high+off {
					t.Errorf("%v between %v: %g found at %g, and it is %v to %v", drawn, n, found, fpr, low, high)
				}
				if v := a.Finds(fpr); r.OneLaw() && v.High-v.Low > 0.01*v.High {
					t.Errorf("%v between %v: %v to %v at %g", drawn, n, v.Low, v.High, fpr)
				}
			}
		}
	}
}
