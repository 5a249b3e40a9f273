package accounting

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/mechanisms/privacy"
)

// drawings holds some rows of the reference, for use without it.
const drawings = `10000,100,1,0.6,1e-06,kept,zeroed,epsilon-shuffled-at-least,8.839798443558319,0.001
10000,100,1,0.6,1e-06,kept,replaced,epsilon-shuffled-at-least,16.176026957125988,0.001
60000,256,15,1.1,1e-05,dropped,zeroed,epsilon-shuffled-at-least,6.003905891107326,0.001
10000,1000,5,0.8,1e-05,kept,zeroed,epsilon-shuffled-once-at-least,15.222688491695452,0.001
1000,100,10,1.3,0.001,,zeroed,epsilon-fixed-order,9.835454536328973,1e-09
1000,100,10,1.3,0.001,,zeroed,epsilon-fixed-size-at-least,6.772930089037799,0.002
1000,100,10,1.3,0.001,,zeroed,epsilon-fixed-size-told-at-most,11.479368685710583,1e-06
1000,100,10,1.3,0.001,,replaced,epsilon-fixed-size-at-least,12.007121440179288,0.002
5000,50,2,2.0,1e-05,rare 100,zeroed,epsilon-weighted-at-least,18.327410250006427,0.002
5000,50,2,2.0,1e-05,rare 100,zeroed,epsilon-weighted-at-most,27.949849541917924,1e-06`

// sharper lists rows of the reference that are lower than transforms of 2²² places, which these pairs approach from below.
var sharper = map[string]float64{"75.63036851554637": 75.63187, "110.31165093650515": 110.31314}

// runs returns the rows of the reference.
func runs(t *testing.T) (list []map[string]string) {
	header := strings.Split("n,batch,epochs,sigma,delta,last,neighbours,quantity,value,error", ",")
	for line := range strings.Lines(drawings) {
		row := map[string]string{}
		for i, cell := range strings.Split(strings.TrimSpace(line), ",") {
			row[header[i]] = cell
		}
		list = append(list, row)
	}
	if oracle.Present() && effort.Check() {
		list = oracle.Table(t, "reference", "run.csv")
	}
	return list
}

// Bounds from below and above of runs, for each way of drawing batches, agree with the reference: cells of other widths,
// composed by transforms. There steps are rounded up from all epochs together.
func TestWaysOfDrawing(t *testing.T) {
	for i, row := range runs(t) {
		if !effort.Sample(i, 1, 17) {
			continue
		}
		number := func(text string) float64 {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		n, b, epochs, sigma := number(row["n"]), number(row["batch"]), number(row["epochs"]), number(row["sigma"])
		neighbours := privacy.OneZeroed
		if row["neighbours"] == "replaced" {
			neighbours = privacy.OneReplaced
		}
		epoch, steps := Epoch{math.Ceil(n / b), sigma, 1, neighbours}, math.Ceil(epochs*n/b-1e-9)
		if row["last"] == "dropped" {
			epoch.Batches = math.Floor(n / b)
			epoch.Present = epoch.Batches * b / n
		}
		var e Event
		switch what, _ := strings.CutPrefix(row["quantity"], "epsilon-"); {
		case what == "fixed-order":
			e = Times{epoch.Fixed(), epochs}
		case strings.HasPrefix(what, "shuffled-once"):
			epoch.Deviation /= math.Sqrt(epochs)
			e = epoch
		case strings.HasPrefix(what, "shuffled"):
			e = Times{epoch, epochs}
		case strings.HasPrefix(what, "fixed-size"):
			e = Times{Drawn{1, b / n, sigma, neighbours}, steps}
		default:
			rare, _ := strings.CutPrefix(row["last"], "rare ")
			e = Times{Drawn{b, 0.5 / number(rare), sigma, neighbours}, steps}
		}
		v, err := Losses{Accuracy: max(number(row["error"])/number(row["value"])/2, 1e-5)}.Price(t.Context(), e, number(row["delta"]))
		got := v.High
		if strings.HasSuffix(row["quantity"], "at-least") {
			got = v.Low
		}
		want := number(row["value"])
		if of, found := sharper[row["value"]]; found {
			want = of
		}
		if err != nil || !(math.Abs(got-want) <= number(row["error"])) || !(v.Low <= v.High) {
			t.Errorf("%s of %v between %v at δ = %s: %g, off by %.2g, %v", row["quantity"], e, neighbours, row["delta"], got, got-want, err)
		}
	}
}

// Attackers of a run, simulated with the likelihoods of all sums: δ at the lower bound is no less than the requested one, and
// at the upper bound no more, up to chance.
func TestAttackersOfDrawings(t *testing.T) {
	runs := effort.Scale(100_000, 300_000, 1_000_000)
	const delta = 0.05
	for i, c := range []struct {
		of   Event
		loss func(rng *rand.Rand, with bool) float64 // of what one run shows
	}{
		{Times{Epoch{4, 0.9, 1, privacy.OneZeroed}, 3}, shuffled(4, 3, 0.9, 1, 1)},
		{Times{Epoch{3, 1.5, 0.75, privacy.OneZeroed}, 4}, shuffled(3, 4, 1.5, 0.75, 1)},
		{Times{Epoch{4, 2, 1, privacy.OneReplaced}, 3}, shuffled(4, 3, 2, 1, 0)},
		{Times{Drawn{1, 0.3, 1, privacy.OneZeroed}, 6}, drawn(1, 0.3, 6, 1, 1)},
		{Times{Drawn{1, 0.3, 2, privacy.OneReplaced}, 6}, drawn(1, 0.3, 6, 2, 0)},
		{Times{Drawn{5, 0.1, 2, privacy.OneZeroed}, 4}, drawn(5, 0.1, 4, 2, 1)},
	} {
		v, err := Losses{Accuracy: Fine}.Price(t.Context(), c.of, delta)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(49, uint64(i)))
		with, without := make([]float64, runs), make([]float64, runs)
		for k := range runs {
			with[k], without[k] = c.loss(rng, true), c.loss(rng, false)
		}
		attained := func(epsilon float64) (delta float64) { // the worse order
			for _, order := range []struct {
				first, second []float64
				sign          float64
			}{{with, without, 1}, {without, with, -1}} {
				sum := 0.0
				for k := range runs {
					if order.sign*order.first[k] > epsilon {
						sum++
					}
					if order.sign*order.second[k] > epsilon {
						sum -= math.Exp(epsilon)
					}
				}
				delta = max(delta, sum/float64(runs))
			}
			return delta
		}
		off := 5 * math.Sqrt(delta*3/float64(runs))
		if low, high := attained(v.Low), attained(v.High); !(low >= delta-off && high <= delta+off) {
			t.Errorf("%v: ε is between %g and %g, where an attacker attains δ = %g and %g of %g", c.of, v.Low, v.High, low, high, delta)
		}
	}
}

// shuffled draws the sums of some epochs and returns their loss.
func shuffled(batches, epochs int, sigma, present, other float64) func(*rand.Rand, bool) float64 {
	return func(rng *rand.Rand, with bool) (loss float64) {
		sums := make([]float64, batches)
		for range epochs {
			for i := range sums {
				sums[i] = sigma * rng.NormFloat64()
			}
			mean := other
			if with {
				mean = 2
			}
			if rng.Float64() < present {
				sums[rng.IntN(batches)] += mean
			}
			p, q := 0.0, 0.0
			for _, x := range sums {
				p += math.Exp((2*x - 2) / (sigma * sigma))
				q += math.Exp((other*x - other*other/2) / (sigma * sigma))
			}
			p, q = present*p/float64(batches)+1-present, present*q/float64(batches)+1-present
			loss += math.Log(p / q)
		}
		return loss
	}
}

// drawn draws the sums of some steps and returns their loss.
func drawn(draws int, chance float64, steps int, sigma, other float64) func(*rand.Rand, bool) float64 {
	law := make([]float64, draws+1)
	for k := range law {
		law[k] = math.Exp(logChoose(draws, k)) * math.Pow(chance, float64(k)) * math.Pow(1-chance, float64(draws-k))
	}
	return func(rng *rand.Rand, with bool) (loss float64) {
		for range steps {
			x := sigma * rng.NormFloat64()
			for range draws {
				if rng.Float64() < chance {
					if with {
						x += 2
					} else {
						x += other
					}
				}
			}
			p, q := 0.0, 0.0
			for k, mass := range law {
				to := func(mean float64) float64 { return mass * math.Exp((mean*x-mean*mean/2)/(sigma*sigma)) }
				p, q = p+to(2*float64(k)), q+to(other*float64(k))
			}
			loss += math.Log(p / q)
		}
		return loss
	}
}

func logChoose(n, k int) float64 {
	of := func(k int) float64 { v, _ := math.Lgamma(float64(k) + 1); return v }
	return of(n) - of(k) - of(n-k)
}

// One batch an epoch, and a record that every batch holds, are normal noise; neighbours of another size are refused, as the sizes
// of batches tell them.
func TestDrawingsAtTheirEnds(t *testing.T) {
	by := Losses{Accuracy: Fine}
	for _, n := range []privacy.Neighbours{privacy.OneZeroed, privacy.OneReplaced} {
		want, err := by.Price(t.Context(), Times{Normal{moved(1.3, n), n}, 7}, 1e-5)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []Event{Epoch{1, 1.3, 1, n}, Drawn{1, 1, 1.3, n}} {
			if got, err := by.Price(t.Context(), Times{e, 7}, 1e-5); err != nil || got != want {
				t.Errorf("%v: %v, want %v, %v", e, got, want, err)
			}
		}
	}
	for _, e := range []Event{Epoch{3, 1, 1, privacy.OneAdded}, Drawn{3, 0.1, 1, privacy.OneAdded}} {
		if _, err := by.Price(t.Context(), e, 1e-5); err == nil || !strings.Contains(err.Error(), "shows how many records there are") {
			t.Errorf("%v: %v", e, err)
		}
	}
	for _, e := range []Event{Epoch{0, 1, 1, privacy.OneZeroed}, Epoch{3, 0, 1, privacy.OneZeroed}, Epoch{3, 1, 0, privacy.OneZeroed},
		Drawn{0, 0.1, 1, privacy.OneZeroed}, Drawn{3, 1.5, 1, privacy.OneZeroed}} {
		if _, err := by.Price(t.Context(), e, 1e-5); err == nil || !strings.Contains(err.Error(), "is no event") {
			t.Errorf("%v: %v", e, err)
		}
	}
}

// Within a tree an epoch and draws have both ends, which enclose those outside of it.
func TestDrawingsInTrees(t *testing.T) {
	by := Losses{Accuracy: Coarse}
	for _, e := range []Event{Times{Epoch{5, 1.2, 1, privacy.OneZeroed}, 2}, Times{Drawn{3, 0.1, 1.2, privacy.OneZeroed}, 5}} {
		alone, err := by.Price(t.Context(), e, 1e-5)
		if err != nil {
			t.Fatal(err)
		}
		with, err := by.Price(t.Context(), Both{e, Normal{1e4, privacy.OneZeroed}}, 1e-5)
		const near = 0.01
		if err != nil || math.Abs(with.Low-alone.Low) > near*alone.Low || math.Abs(with.High-alone.High) > near*alone.High {
			t.Errorf("%v: %v alone, and with hardly anything else %v, %v", e, alone, with, err)
		}
	}
	if _, err := by.Price(t.Context(), Both{Epoch{5, 1.2, 1, privacy.OneZeroed}, NormalSteps(0.1, 1, 3)}, 1e-5); err == nil {
		t.Error("a zeroed record and one that is added met in one run")
	}
}
