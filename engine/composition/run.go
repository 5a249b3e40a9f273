package composition

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/rootfind"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Run asks for the guarantee of a training with noise on sums of clipped gradients, given the actual way it
// drew its batches. It is comparable.
type Run struct {
	Records    float64 // whole and public; 0 if the rate is given
	Batch      float64 // whole; 0 if the rate is given
	Rate       float64 // in (0, 1]; 0 if records and batch are given
	Epochs     float64 // whole; 0 if steps are given
	Steps      float64 // whole; 0 if epochs are given
	Dropped    bool    // a smaller last batch is left out
	Sigma      float64 // standard deviation of the noise on the sum, in clips
	Delta      float64
	Drawn      Drawing
	Neighbours privacy.Neighbours // OneZeroed, OneAdded or OneReplaced
	Chance     float64            // of the record of greatest weight, in each draw of a weighted sampler
	Claimed    float64            // ε; 0: no claim
}

// Drawing says how a training draws its batches.
type Drawing int

const (
	Poisson      Drawing = iota // a coin for every record in every step
	FixedSize                   // as many records as ever, without replacement and anew in every step
	Shuffled                    // each record once an epoch, in an order drawn anew; or in any other one
	ShuffledOnce                // each record once an epoch, in an order that is drawn once
	FixedOrder                  // each record once an epoch, in the order of the file
	Weighted                    // with replacement, by weights that are public
)

// Drawings lists them.
var Drawings = [...]Drawing{Poisson, FixedSize, Shuffled, ShuffledOnce, FixedOrder, Weighted}

// String returns the word for it in addresses and files.
func (d Drawing) String() string {
	return [...]string{"poisson", "fixed-size", "shuffled", "shuffled-once", "fixed-order", "weighted"}[d]
}

// Check says which number of a run is none.
func (r Run) Check() error {
	whole := func(v float64) bool { return v == math.Trunc(v) && !math.IsInf(v, 0) }
	switch {
	case r.Sigma == 0:
		return fmt.Errorf("sigma = 0 adds no noise, and nothing is private: a sigma above 0 would work")
	case !(r.Sigma > 0 && r.Sigma <= math.MaxFloat64):
		return fmt.Errorf("sigma = %g is no standard deviation: one above 0 would work", r.Sigma)
	case r.Rate == 0 && !(r.Records >= 1 && whole(r.Records)):
		return fmt.Errorf("records = %g is no number of records: a whole number from 1 on would work", r.Records)
	case r.Rate == 0 && !(r.Batch >= 1 && whole(r.Batch)):
		return fmt.Errorf("batch = %g is no size of a batch: a whole number from 1 to %g would work", r.Batch, r.Records)
	case r.Rate == 0 && r.Batch > r.Records && r.Drawn != Weighted:
		return fmt.Errorf("a batch of %g exceeds the %g records: a batch of %g at most would work", r.Batch, r.Records, r.Records)
	case !(r.Rate >= 0 && r.Rate <= 1):
		return fmt.Errorf("rate = %g is outside (0, 1]", r.Rate)
	case r.Steps == 0 && !(r.Epochs >= 1 && whole(r.Epochs)):
		return fmt.Errorf("epochs = %g is no number of epochs: a whole number from 1 on would work", r.Epochs)
	case r.Steps != 0 && !(r.Steps >= 1 && whole(r.Steps)):
		return fmt.Errorf("steps = %g is no number of steps: a whole number from 1 on would work", r.Steps)
	case !(r.Claimed >= 0):
		return fmt.Errorf("a claim of ε = %g is none: 0 or more would work", r.Claimed)
	case r.Delta == 0 && r.Claimed > 0:
		return fmt.Errorf("a claim of ε = %s without δ never holds, as normal noise has losses of any size: a δ above 0 would work",
			numeral.Short(r.Claimed))
	case !(r.Delta >= 0 && r.Delta < 1):
		return fmt.Errorf("delta = %g is outside [0, 1)", r.Delta)
	case r.Drawn == Weighted && r.Batch == 0:
		return fmt.Errorf("a weighted sampler draws batches of a size: batch and records would work, and a rate does not")
	case r.Drawn == Weighted && !(r.Chance > 0 && r.Chance <= 1):
		return fmt.Errorf("chance = %g is not the probability of drawing the record of the greatest weight: one in (0, 1] would work", r.Chance)
	}
	return nil
}

// Share returns the probability that a record is in a batch, where batches are drawn by chance.
func (r Run) Share() float64 {
	if r.Rate > 0 {
		return r.Rate
	}
	return min(r.Batch/r.Records, 1)
}

// Batches returns how many batches an epoch has, and the probability that a record is in one of them.
func (r Run) Batches() (count, present float64) {
	const rounded = 1e-9
	all := 1 / r.Share()
	if r.Rate == 0 {
		all = r.Records / r.Batch
	}
	if near := math.Round(all); math.Abs(all-near) <= rounded*near {
		all = near
	}
	if count = math.Floor(all); r.Dropped && count >= 1 {
		return count, min(count/all, 1)
	}
	return math.Ceil(all), 1
}

// AllSteps returns how many steps there are in all.
func (r Run) AllSteps() float64 {
	if r.Steps > 0 {
		return r.Steps
	}
	count, _ := r.Batches()
	return r.Epochs * count
}

// passes returns how often every record was gone through, and how often it was at most.
func (r Run) passes() (least, most float64) {
	if r.Steps == 0 {
		return r.Epochs, r.Epochs
	}
	count, _ := r.Batches()
	return math.Floor(r.Steps / count), math.Ceil(r.Steps / count)
}

// budget returns the run as an accountant of Poisson sampling sees it.
func (r Run) budget() Budget { return Budget{r.Share(), r.Sigma, r.AllSteps(), r.Delta} }

// moved returns σ in units of the effect of the neighbours' record on a sum.
func (r Run) moved() float64 {
	if r.Neighbours == privacy.OneReplaced {
		return r.Sigma / 2
	}
	return r.Sigma
}

// NotCovered returns why a run has no upper bound, and what would have one; empty if it has one.
func (r Run) NotCovered() string {
	switch {
	case r.Neighbours == privacy.OneAdded && r.Drawn != Poisson:
		return "the sizes of batches and the number of steps tell how many records there are: a record that is zeroed would be covered"
	case r.Neighbours == privacy.OneReplaced && r.Drawn == Weighted:
		return "a record that is replaced may have another weight: one that is zeroed would be covered"
	}
	return ""
}

// order returns the ε of the same batches in a fixed order, passed that many times.
func (r Run) order(passes float64) float64 {
	deviation := r.moved() / math.Sqrt(passes)
	return privacy.LeastEpsilon(func(epsilon float64) float64 { return privacy.GaussianProfile(epsilon, deviation) }, r.Delta)
}

// FixedOrder returns the ε of the same batches in a fixed order, the worst of all in which each record is once
// an epoch.
func (r Run) FixedOrder() known.Value {
	if r.Delta == 0 {
		return known.Nothing(known.NoBudget)
	}
	_, most := r.passes()
	return known.Exactly(r.order(most))
}

// Poisson returns the usual report of libraries, for any run: ε as if a coin had drawn each record, between
// neighbours that differ by the presence of one record, or by a zeroed one.
func (r Run) Poisson(ctx context.Context) (Bounds, error) { return r.budget().Bounds(ctx) }

// runKey names the bounds of a run in a session's store.
type runKey struct {
	of     Run
	coarse bool
}

// Bounds enclose ε for the way in which batches were drawn and for the neighbours; either end may be missing, and says why.
func (r Run) Bounds(ctx context.Context) (Bounds, error) { return r.kept(ctx, false) }

// Coarse returns true bounds in less time.
func (r Run) Coarse(ctx context.Context) (Bounds, error) { return r.kept(ctx, true) }

func (r Run) kept(ctx context.Context, coarse bool) (Bounds, error) {
	r.Claimed = 0
	if v, found := r.closed(); found {
		return v, nil
	}
	if r.Drawn == Poisson && r.Neighbours != privacy.OneReplaced {
		return r.budget().either(ctx, coarse)
	}
	size := func(Bounds) int64 { return 500 }
	return work.Reported(ctx, runKey{r, coarse}, size, func(ctx context.Context) (Bounds, error) {
		low, err := r.low(ctx, coarse)
		if err != nil {
			return Bounds{}, err
		}
		if why := r.NotCovered(); why != "" {
			return Bounds{known.OrMore(low), known.Refused(why)}, nil
		}
		high, err := r.high(ctx, coarse)
		return Bounds{known.OrMore(min(low, high)), known.OrLess(high)}, err
	})
}

// closed returns the answer of cases that need no accounting.
func (r Run) closed() (v Bounds, found bool) {
	least, most := r.passes()
	passes, plain := r.plain()
	switch exact := func(v known.Value) (Bounds, bool) { return Bounds{v, v}, true }; {
	case r.Neighbours == privacy.OneAdded && r.Drawn != Poisson:
		return exact(known.Refused(r.NotCovered()))
	case r.Delta == 0:
		return exact(known.Nothing(known.NoBudget))
	case plain:
		return exact(known.Exactly(r.order(passes)))
	case r.onceAnEpoch() && least == 0:
		return Bounds{known.OrMore(0), known.OrLess(r.order(most))}, true
	}
	return v, false
}

// epoch returns one pass, for the lower end.
func (r Run) epoch(sigma float64) accounting.Event {
	count, present := r.Batches()
	return accounting.Epoch{Batches: count, Deviation: sigma, Present: present, Neighbours: r.Neighbours}
}

// below returns the tree of the lower end.
func (r Run) below() accounting.Event {
	passes, _ := r.passes()
	switch once := r.onceAnEpoch(); {
	case once && passes == 0:
		return accounting.Nothing{}
	case r.Drawn == Shuffled:
		return accounting.Times{Of: r.epoch(r.Sigma), Count: passes}
	case once: // its sums add up batch by batch
		return r.epoch(r.Sigma / math.Sqrt(passes))
	case r.Drawn == Weighted:
		return accounting.Times{Of: r.draws(r.Batch, r.Chance), Count: r.AllSteps()}
	case r.Drawn == FixedSize:
		return accounting.Times{Of: r.draws(1, r.Share()), Count: r.AllSteps()}
	}
	return accounting.NormalSteps(r.Share(), r.Sigma, r.AllSteps())
}

func (r Run) draws(count, chance float64) accounting.Drawn {
	return accounting.Drawn{Draws: count, Chance: chance, Deviation: r.Sigma, Neighbours: r.Neighbours}
}

// swapped returns a run by batches of fixed size with a replaced record, which includes a zeroed one.
func (r Run) swapped() accounting.Event {
	of := accounting.Normal{Deviation: r.Sigma / 2, Neighbours: privacy.OneReplaced}
	return accounting.Times{Of: accounting.Sampled{Of: of, Rate: r.Share(), By: accounting.FixedSize}, Count: r.AllSteps()}
}

// losses adds up as closely as is asked.
func losses(coarse bool) accounting.Losses {
	if coarse {
		return accounting.Losses{Accuracy: accounting.Coarse}
	}
	return accounting.Losses{Accuracy: accounting.Fine}
}

// low returns the lower end of cases that need accounting. By coins a removed record is a special case of a
// replaced one.
func (r Run) low(ctx context.Context, coarse bool) (float64, error) {
	if r.Drawn == Poisson {
		v, err := r.budget().either(ctx, coarse)
		return max(v.Low.Number(), 0), err
	}
	v, err := losses(coarse).Price(ctx, r.below(), r.Delta)
	return v.Low, err
}

// high returns the upper end of cases that need accounting.
func (r Run) high(ctx context.Context, coarse bool) (float64, error) {
	switch r.Drawn {
	case Poisson: // an attacker who is told the draws sees two clips each time
		epsilon, err := r.replacedByCoins(ctx, coarse)
		return min(epsilon, r.draws(1, r.Share()).Told(r.AllSteps(), r.Delta)), err
	case Weighted:
		return r.draws(r.Batch, r.Chance).Told(r.AllSteps(), r.Delta), nil
	case FixedSize:
		swapped, err := losses(coarse).Above(ctx, r.swapped(), r.Delta)
		if err != nil {
			return 0, err
		}
		alone := privacy.LeastEpsilon(func(epsilon float64) float64 { return swapped.Delta(epsilon).High }, r.Delta)
		return min(r.draws(1, r.Share()).Told(r.AllSteps(), r.Delta), alone), nil
	}
	_, most := r.passes()
	return r.order(most), nil
}

// replacedByCoins takes a record out and puts another in. Neighbours that are told apart at ε with δ(ε) by one of the two
// changes are told apart at 2ε with (1 + e^ε)·δ(ε) after both. It returns +Inf where no ε has a small enough δ(ε).
func (r Run) replacedByCoins(ctx context.Context, coarse bool) (epsilon float64, err error) {
	const least = -400
	near := 1e-4
	if coarse {
		near = 1e-2
	}
	b := r.budget()
	at := func(log float64) (epsilon float64) {
		b.Delta = math.Exp(log)
		if err == nil {
			epsilon, err = b.epsilon(ctx, coarse)
		}
		return epsilon
	}
	goal := math.Log(r.Delta)
	holds := func(log float64) bool { return log+logOnePlusExp(at(log)) <= goal }
	outside, inside := goal, goal-1
	for step := 1.0; !holds(inside); step *= 2 {
		if outside, inside = inside, inside-step; inside < least || err != nil {
			return math.Inf(1), err
		}
	}
	inside, _ = rootfind.Border(holds, inside, outside, rootfind.Halving{Near: func(a, b float64) bool { return b-a <= near }})
	return 2 * at(inside), err
}

// logOnePlusExp returns ln(1 + e^x).
func logOnePlusExp(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}
