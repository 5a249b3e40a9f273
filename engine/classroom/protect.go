package classroom

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
	"dpscope/engine/numeral"
)

// Protection is randomised response at ε over a number of options: it keeps an answer with probability
// e^ε/(e^ε + k - 1), and otherwise sends any other with equal probability (Warner 1965; Kairouz, Oh &
// Viswanath 2016).
type Protection struct {
	Epsilon float64
	Options int // 2 and more
}

// Bins is the number of options of a protected number.
const Bins = 8

// Kept returns the probability that an answer is sent unchanged.
func (p Protection) Kept() float64 { return 1 / (1 + float64(p.Options-1)*math.Exp(-p.Epsilon)) }

// Turned returns the probability that an answer becomes one particular other.
func (p Protection) Turned() float64 {
	return math.Exp(-p.Epsilon) / (1 + float64(p.Options-1)*math.Exp(-p.Epsilon))
}

// Coin gives random bits.
type Coin func() uint64

// Crypto returns random bits of the system, independent of a class's seed.
func Crypto() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails: it ends the program where the system has no random bits
	return binary.LittleEndian.Uint64(b[:])
}

// Flip returns the option sent for an option, from 0.
func (p Protection) Flip(option int, coin Coin) int {
	if float64(coin()>>11)*0x1p-53 < p.Kept() {
		return option
	}
	others := uint64(p.Options - 1)
	most := math.MaxUint64 - math.MaxUint64%others // so that the others are equally likely
	for {
		if bits := coin(); bits < most {
			other := int(bits % others)
			if other >= option {
				other++
			}
			return other
		}
	}
}

// Kind returns the column of kinds of a protected answer.
func (p Protection) Kind(kind string) string {
	return fmt.Sprintf("%s, private %s", kind, numeral.Exact(p.Epsilon))
}

// Sent returns an option as written, from 0.
func (p Protection) Sent(option int) string { return fmt.Sprintf("%d of %d", option+1, p.Options) }

// protectionOf reads what Kind wrote.
func protectionOf(kind string) (epsilon float64, protected bool) {
	_, number, found := strings.Cut(kind, ", private ")
	if !found {
		return 0, false
	}
	epsilon, err := strconv.ParseFloat(number, 64)
	return epsilon, err == nil && epsilon > 0 && !math.IsInf(epsilon, 1)
}

// SentWith returns how a protected row was sent; ok is false for other rows.
func (r Row) SentWith() (p Protection, kind string, ok bool) {
	epsilon, protected := protectionOf(r.Kind)
	_, options, sent := sentOf(r.Prediction)
	_, of, is := sentOf(r.Answer)
	kind, _, _ = strings.Cut(r.Kind, ",")
	return Protection{epsilon, options}, kind, protected && sent && is && of == options
}

// sentOf reads what Sent wrote.
func sentOf(text string) (option, options int, ok bool) {
	a, b, found := strings.Cut(text, " of ")
	option, err := strconv.Atoi(a)
	options, also := strconv.Atoi(b)
	return option - 1, options, found && err == nil && also == nil && options >= 2 && option >= 1 && option <= options
}

// Share estimates how many of a class have an option, from the number of answers with it among those sent:
// with m holders, Bin(m, kept) + Bin(n - m, turned) are sent. Value is the unbiased estimate, clipped to its
// range. The interval holds every m that gives at least this many answers, and at most this many, each with
// probability at least half of 1 - confidence; so it is valid for every m.
func (p Protection) Share(with, of int, confidence float64) known.Value {
	if of == 0 {
		return known.Nothing("nobody has answered")
	}
	kept, turned := p.Kept(), p.Turned()
	rare := (1 - confidence) / 2
	// Larger m make greater counts likelier, so that halving finds each end.
	low := leastWhere(of, func(m int) bool { return p.atLeast(m, of, with) > rare })
	high := leastWhere(of, func(m int) bool { return 1-p.atLeast(m, of, with+1) <= rare }) - 1
	if high == of-1 && 1-p.atLeast(of, of, with+1) > rare {
		high = of
	}
	n := float64(of)
	estimate := min(max((float64(with)/n-turned)/(kept-turned), 0), 1)
	lowest, highest := float64(min(low, of))/n, float64(max(high, 0))/n
	return known.Sampled(estimate, min(lowest, estimate), max(highest, estimate), confidence)
}

// leastWhere returns the least number up to most from which on something holds; most if it never does.
func leastWhere(most int, holds func(int) bool) int {
	low, high := 0, most
	for low < high {
		middle := (low + high) / 2
		if holds(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// atLeast returns the probability that at least sent of n are sent when m have the option.
func (p Protection) atLeast(m, n, sent int) float64 {
	others := func(from int) float64 { // by those who do not have it
		switch {
		case from <= 0:
			return 1
		case from > n-m:
			return 0
		}
		return binomial.New(float64(n-m), p.Turned()).Tails(float64(from - 1)).Above
	}
	if m == 0 {
		return others(sent)
	}
	own := binomial.New(float64(m), p.Kept())
	const far = 12 // standard deviations; beyond them the mass is below rounding
	from, to := max(0, int(own.Mean()-far*own.Deviation()-far)), min(m, int(own.Mean()+far*own.Deviation()+far))
	sum := 0.0
	for i := from; i <= to; i++ {
		sum += own.Prob(float64(i)) * others(sent-i)
	}
	return min(sum, 1)
}
