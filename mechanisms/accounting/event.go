package accounting

import (
	"context"
	"fmt"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Event describes a run's releases about the records, as a tree. All nodes are comparable, so that a tree
// serves as a key of the store. An Accountant prices it:
//
//	              Basic    other theorems   Orders     WholeOrders   Losses
//	Nothing       yes      yes              yes        yes           exact
//	Claim         yes      ε alone          ε alone    ε alone       of the worst mechanism that keeps it
//	Normal        yes      equal ones       yes        yes           exact
//	Bit           yes      equal ones       yes        yes           exact
//	Pick          yes      equal ones       yes        yes           enclosed, not tightly; one alone exact
//	Noise, Local  yes      equal ones       no         no            enclosed; one alone by its profile
//	Both, Times   yes      equal ones       yes        yes           enclosed
//	Split         yes      within a node    yes        yes           enclosed
//	Sampled       yes      within a node    by coins, of normal noise  enclosed
//	Group         of claims, normal noise, picks and bits              enclosed
//	Epoch         yes      equal ones       yes        yes           between two numbers
//	Drawn         no       no               no         no            between two numbers
//
// The lines of Sampled and Group cover the nodes that Orders and WholeOrders price, and claims. An accountant
// refuses a node without a rule, and names it.
type Event interface {
	fmt.Stringer // in words, within a sentence

	event()
}

// Single releases.
type (
	// Nothing releases nothing.
	Nothing struct{}

	// Claim is a mechanism known by its claim alone: objective perturbation, or a model from outside.
	Claim struct{ privacy.Claim }

	// Normal is a sum with normal noise.
	Normal struct {
		Deviation  float64 // above 0, in sensitivities between these neighbours
		Neighbours privacy.Neighbours
	}

	// Bit is randomised response about one bit of a record, such as a label. The exponential mechanism on
	// labels is a Bit at half of its stated ε.
	Bit struct{ Epsilon float64 } // e^ε: the odds of the truth

	// Pick is the exponential mechanism, or any with a loss of range at most Epsilon over all answers (Durfee
	// & Rogers 2019).
	Pick struct {
		Epsilon    float64
		Neighbours privacy.Neighbours
	}

	// Epoch is a pass over all records in batches; the sum of each gets normal noise. The record is in at
	// most one batch, given by a random or any other order. Batch sizes are public: neighbours have the same,
	// and their record is zeroed or replaced.
	Epoch struct {
		Batches    float64 // whole, from 1 on
		Deviation  float64 // above 0, in clips
		Present    float64 // in (0, 1]: the probability that some batch contains the record
		Neighbours privacy.Neighbours
	}

	// Drawn is a sum over a batch with normal noise in which the record may be drawn several times, each with
	// a public probability. A batch of fixed size without replacement draws the record at most once. The
	// record is zeroed or replaced.
	Drawn struct {
		Draws      float64 // whole, from 1 on
		Chance     float64 // in (0, 1]
		Deviation  float64 // above 0, in clips
		Neighbours privacy.Neighbours
	}

	// Noise is a query with additive noise.
	Noise struct {
		Law        Law
		Neighbours privacy.Neighbours // between these the query moves by at most a sensitivity
	}

	// Local is one value by a local mechanism.
	Local struct{ Law Law }
)

// Combinations of events.
type (
	// Both is one event after another about the same records; the second may depend on what the
	// first released.
	Both struct{ First, Then Event }

	// Times repeats an event Count times, as Both does.
	Times struct {
		Of    Event
		Count float64 // whole, from 1 on
	}

	// Split is one event about some of the records and another about the others. A record's part is public,
	// or unchanged when the record is replaced.
	Split struct{ Of, Or Event }

	// Sampled is an event about a random part of the records.
	Sampled struct {
		Of   Event
		Rate float64 // in [0, 1]: the probability that a record is in the part
		By   Sampling
	}

	// Group is an event with several rows per record, all present or absent together.
	Group struct {
		Of   Event   // about rows
		Size float64 // whole, from 1 on
	}
)

// Sampling says how a part of the records is drawn, which fixes the neighbours for which it amplifies.
type Sampling int

const (
	Poisson   Sampling = iota // a coin for every record: one record more or less, or zeroed
	FixedSize                 // without replacement: one record is another
)

// Law is noise, or a local mechanism, declared elsewhere. Its values are comparable and cheap; expensive work
// waits until it is asked.
type Law interface {
	fmt.Stringer // "truncated Laplace noise"

	// Profile returns δ at ε ≥ 0, the supremum of the hockey-stick divergence over all neighbours, including
	// all shifts of noise, in both orders; or an upper bound that never rises and is convex in e^ε. The worst
	// of single shifts is no such bound: the worst shift changes with ε, and two releases of one shift are
	// harder to tell apart than mixed ones (Zhu, Dong & Wang 2022, Theorem 10, needs the whole profile).
	Profile(context.Context) (func(epsilon float64) float64, error)

	// Cells divides the answers into about that many sets, with their probabilities under one existing pair
	// of neighbours.
	Cells(ctx context.Context, count int) ([]pairs.Cell, error)
}

func (Nothing) event() {}
func (Claim) event()   {}
func (Normal) event()  {}
func (Bit) event()     {}
func (Pick) event()    {}
func (Noise) event()   {}
func (Local) event()   {}
func (Epoch) event()   {}
func (Drawn) event()   {}
func (Both) event()    {}
func (Times) event()   {}
func (Split) event()   {}
func (Sampled) event() {}
func (Group) event()   {}

func (Nothing) String() string { return "nothing" }

func (e Claim) String() string {
	text := "a claim of ε = " + numeral.Short(e.Epsilon)
	if e.Delta > 0 {
		text += " and δ = " + numeral.Short(e.Delta)
	}
	return text
}

func (e Normal) String() string { return "normal noise of σ = " + numeral.Short(e.Deviation) }
func (e Bit) String() string    { return "randomised response at ε = " + numeral.Short(e.Epsilon) }
func (e Pick) String() string   { return "the exponential mechanism at ε = " + numeral.Short(e.Epsilon) }
func (e Epoch) String() string {
	return fmt.Sprintf("an epoch of %s batches (normal noise of σ = %s)", numeral.Count(e.Batches), numeral.Short(e.Deviation))
}
func (e Drawn) String() string {
	return fmt.Sprintf("%s draws with replacement (normal noise of σ = %s)", numeral.Count(e.Draws), numeral.Short(e.Deviation))
}
func (e Noise) String() string { return fmt.Sprint(e.Law) }
func (e Local) String() string { return fmt.Sprint(e.Law) }
func (e Both) String() string  { return fmt.Sprintf("%v, then %v", e.First, e.Then) }
func (e Split) String() string {
	return fmt.Sprintf("%v of some records and %v of the others", e.Of, e.Or)
}

func (e Times) String() string {
	return fmt.Sprintf("%s times (%v)", numeral.Count(e.Count), e.Of)
}

func (e Sampled) String() string {
	return fmt.Sprintf("a part %s of the records, by %v (%v)", numeral.Short(e.Rate), e.By, e.Of)
}

func (e Group) String() string {
	return fmt.Sprintf("%s rows a record (%v)", numeral.Count(e.Size), e.Of)
}

func (s Sampling) String() string { return [...]string{"coins", "drawing a fixed number"}[s] }
