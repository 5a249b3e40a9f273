package accounting

import (
	"context"
	"fmt"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Event is what one run releases about the records: a tree. All nodes are comparable, so that a
// tree is a key of the store. Whoever has a tree asks an Accountant what it spends:
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
// The lines of Sampled and Group are of what Orders and WholeOrders price, and of what claims do. What an
// accountant has no rule for is refused, and the refusal names the node.
type Event interface {
	fmt.Stringer // in words, within a sentence

	event()
}

// What is released once.
type (
	// Nothing releases nothing.
	Nothing struct{}

	// Claim is a mechanism of which no more than a claim is known: objective perturbation,
	// somebody else's model.
	Claim struct{ privacy.Claim }

	// Normal is a sum with normal noise.
	Normal struct {
		Deviation  float64 // above 0, in sensitivities between these neighbours
		Neighbours privacy.Neighbours
	}

	// Bit is randomised response about one bit of a record, as a label is. The exponential
	// mechanism on labels is a Bit at half of the ε that it states.
	Bit struct{ Epsilon float64 } // e^ε: the odds of the truth

	// Pick is the exponential mechanism, or any whose loss has a range no longer than Epsilon over
	// all answers (Durfee & Rogers 2019).
	Pick struct {
		Epsilon    float64
		Neighbours privacy.Neighbours
	}

	// Epoch is a pass over all records in batches, each of whose sums gets normal noise. The record is in
	// one batch at most, and which one depends on an order that is drawn, or is whatever it is. Sizes of batches are
	// public: neighbours have the same, and their record is zeroed or replaced.
	Epoch struct {
		Batches    float64 // whole, from 1 on
		Deviation  float64 // above 0, in clips
		Present    float64 // in (0, 1]: the probability that the record is in one of them
		Neighbours privacy.Neighbours
	}

	// Drawn is a sum over a batch with normal noise where the record may be drawn several times, each with a
	// probability that is public. A batch of fixed size without replacement is one draw of the record. It is
	// zeroed or replaced.
	Drawn struct {
		Draws      float64 // whole, from 1 on
		Chance     float64 // in (0, 1]
		Deviation  float64 // above 0, in clips
		Neighbours privacy.Neighbours
	}

	// Noise is a query with additive noise.
	Noise struct {
		Law        Law
		Neighbours privacy.Neighbours // between which the query moves by a sensitivity at most
	}

	// Local is one value by a local mechanism.
	Local struct{ Law Law }
)

// What is made of other events.
type (
	// Both is one event after another about the same records; the second may depend on what the
	// first released.
	Both struct{ First, Then Event }

	// Times is Both of an event with itself, so many times.
	Times struct {
		Of    Event
		Count float64 // whole, from 1 on
	}

	// Split is one event about some of the records and another about the others. What part a record
	// is of is public, or stays as it is when the record is replaced.
	Split struct{ Of, Or Event }

	// Sampled is an event about a random part of the records.
	Sampled struct {
		Of   Event
		Rate float64 // in [0, 1]: the probability that a record is in the part
		By   Sampling
	}

	// Group is an event in which a record stands for several rows: all of them are there with it.
	Group struct {
		Of   Event   // about rows
		Size float64 // whole, from 1 on
	}
)

// Sampling is how a part of the records is drawn, and thereby between which neighbours it
// amplifies.
type Sampling int

const (
	Poisson   Sampling = iota // a coin for every record: one record more or less, or zeroed
	FixedSize                 // without replacement: one record is another
)

// Law is noise, or a local mechanism, that is declared elsewhere. Its values are comparable, and
// cheap: what is expensive is done when it is asked.
type Law interface {
	fmt.Stringer // "truncated Laplace noise"

	// Profile returns δ at ε ≥ 0, the supremum of the hockey-stick divergence over all neighbours,
	// all shifts of noise among them, in both orders; or a bound on that which never rises and is
	// convex in e^ε. The worst of single shifts is no such bound: which one is worst changes with ε, and
	// a composition of one shift is told apart less well than one of another (Zhu, Dong & Wang
	// 2022, Theorem 10, asks for the whole profile).
	Profile(context.Context) (func(epsilon float64) float64, error)

	// Cells parts the answers into about so many sets, with their probabilities by one
	// pair of neighbours that there is.
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
