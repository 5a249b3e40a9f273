package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"

	"dpscope/engine/querynoise"
	"dpscope/learners/source"
	"dpscope/mechanisms/optimal"
)

// verify certifies the law in a file, and writes its finding.
func verify(out io.Writer, name string, claim claimed, also optimal.Points, below optimal.Normal) error {
	family, err := isFamily(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if family {
		if below.Any() {
			return usageError{errors.New("--below: a whole curve is certified of one distribution, and the file has one for each group; --also certifies further points of it")}
		}
		return verifyFamily(out, name, claim, also)
	}
	v, err := judged(name, claim)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	verdicts := []verdict{v}
	for _, at := range also.List() {
		further := claim
		further.epsilon, further.delta = at.Epsilon, at.Delta
		if v, err = judged(name, further); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		verdicts = append(verdicts, v)
	}
	failed := error(nil)
	for _, v := range verdicts {
		if _, err := io.WriteString(out, v.words()); err != nil {
			return fmt.Errorf("the certificate cannot be written: %w", err)
		}
		if failed == nil && !v.private {
			failed = v.refuted(len(verdicts) > 1)
		}
	}
	if below.Any() {
		failed = cmp.Or(failed, v.under(out, below))
	}
	if failed == nil {
		return nil
	}
	return fmt.Errorf("%w%s", failed, v.tooShort(optimal.Problem{Epsilon: claim.epsilon, Delta: claim.delta, Also: also}, below))
}

// tooShort says by how much the support of a refuted law is too short for any noise with this guarantee; empty where it is not.
func (v verdict) tooShort(points optimal.Problem, below optimal.Normal) string {
	const most = 1_000_000 // sensitivities: without δ there is no end
	has, needs := v.law.Law.Spans(v.floating.Moves), points.Spans(most)
	if below.Floor > 0 {
		needs = max(needs, optimal.Problem{Below: below}.Spans(most))
	}
	switch {
	case below.Any() && below.Floor == 0:
		return "; no noise whose support ends is below a curve without a floor"
	case has >= needs:
		return ""
	case needs > most:
		return "; no noise whose support ends keeps delta = 0"
	}
	return fmt.Sprintf("; no noise whose support is at most %d × the sensitivity, from end to end, keeps it: more than %d × is needed", has, needs-1)
}

// under takes the certificate of a whole curve.
func (v verdict) under(out io.Writer, curve optimal.Normal) error {
	u := v.law.Law.Under(v.floating.Moves, curve.Mu)
	text := fmt.Sprintf("floor %.12g, at most %.12g whatever rounding did, at a shift of %.12g and a false positive rate of %.6g: "+
		"the most by which the noise's curve exceeds that of a normal distribution at mu = %g\n", u.Floor, u.High, u.Shift, u.FPR, curve.Mu)
	if _, err := io.WriteString(out, text); err != nil {
		return fmt.Errorf("the certificate cannot be written: %w", err)
	}
	if u.High <= curve.Floor {
		return nil
	}
	return fmt.Errorf("the noise is not below the curve at mu = %g with a floor of %g", curve.Mu, curve.Floor)
}

// refuted says which point the noise does not keep.
func (v verdict) refuted(several bool) error {
	text := fmt.Sprintf("the noise is not private at delta = %g", v.delta)
	if several {
		text += fmt.Sprintf(", epsilon = %g", v.epsilon)
	}
	if event := v.law.Law.Worst(v.floating.Moves, v.epsilon, v.floating.Shift); len(event) > 0 {
		text += "; the worst event is " + eventInWords(event)
	}
	return errors.New(text)
}

// verdict is the finding about a law beside the claim.
type verdict struct {
	claimed
	law      querynoise.Written
	floating optimal.Certificate // names the shift for both
	rational *optimal.Exact      // nil where it was not asked for, and not needed
	private  bool
}

// judged certifies a law. Floating-point numbers enclose its delta; where they leave open whether it is at most the claim, or
// on request, rational ones decide.
func judged(name string, claim claimed) (verdict, error) {
	v := verdict{claimed: claim}
	file, err := opened(name)
	if err != nil {
		return v, err
	}
	defer file.Close()
	if v.law, err = querynoise.ReadLaw(file); err != nil {
		return v, err
	}
	moves, err := v.law.Moves(claim.sensitivity)
	if err != nil {
		return v, err
	}
	v.floating = v.law.Law.Certify(moves, claim.epsilon)
	v.private = v.floating.High <= claim.delta
	open := !v.private && v.floating.Low <= claim.delta
	if !claim.exact && !open {
		return v, nil
	}
	err = v.decide(moves)
	if err != nil && open && !claim.exact {
		err = claim.leftOpen(v.floating, err)
	}
	return v, err
}

// opened opens a file that may hold a law or a family of them.
func opened(name string) (*os.File, error) {
	const most = 16 << 20 // 100,000 rows of 160 bytes, more than a family may have
	file, err := source.Open(name, most)
	var where *source.FileError
	if errors.As(err, &where) { // the name is said once
		err = where.Err
	}
	return file, err
}

// leftOpen returns the error where floating-point numbers leave the claim open, and rational ones are not available.
func (c claimed) leftOpen(floating optimal.Certificate, err error) error {
	return fmt.Errorf("delta is between %.17g and %.17g in floating numbers, which leaves open whether it is at most %g: %w", floating.Low,
		floating.High, c.delta, err)
}

// decided says whether an enclosure by rational numbers keeps the claim as it is written. Both certificates are of one law and
// independent: if they contradict each other, neither counts.
func (c claimed) decided(floating optimal.Certificate, low, high *big.Rat) (private bool, err error) {
	const hair = 1e-15 // a rational number in floating point
	least, _ := low.Float64()
	most, _ := high.Float64()
	if most < floating.Low-hair || least > floating.High+hair {
		return false, fmt.Errorf("delta is %.17g in rational numbers and between %.17g and %.17g in floating ones; neither counts", most,
			floating.Low, floating.High)
	}
	return high.Cmp(written(c.delta)) <= 0, nil
}

// decide takes the certificate in rational numbers.
func (v *verdict) decide(moves optimal.Moves) error {
	e, err := optimal.CertifyExactly(v.law.Pieces, moves, v.epsilon)
	if err != nil {
		return err
	}
	if v.private, err = v.decided(v.floating, e.Low, e.High); err != nil {
		return err
	}
	v.rational = &e
	v.floating.Shift, v.floating.Beside = tied(e.Shifts, v.floating.Shift), e.Beside
	return nil
}

// written returns the rational number of a decimal as it is written.
func written(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	return r
}

// tied returns the one of several equally bad shifts that equals like, or else the first.
func tied(shifts []float64, like float64) float64 {
	for _, s := range shifts {
		if math.Abs(s-like) <= 1e-12*math.Abs(like) {
			return s
		}
	}
	return shifts[0]
}

// words returns a line for each certificate.
func (v verdict) words() string {
	text := v.greatest(v.floating, v.where(), "")
	const rounding = 1e-9
	if sum := v.law.Sum(); math.Abs(sum-1) > rounding {
		text = fmt.Sprintf("the masses add up to %.9g, and were divided by that\n", sum) + text
	}
	if v.rational == nil {
		return text
	}
	text += v.rationally(v.rational.High, " "+v.where(), v.private)
	if v.rational.Grid > 0 {
		text += fmt.Sprintf("its edges were taken as the multiples of %.12g that they are but for rounding\n", v.rational.Grid)
	}
	return text
}

// greatest returns the line of a certificate in floating-point numbers: where delta is greatest, and over which pairs of laws
// besides all shifts.
func (c claimed) greatest(of optimal.Certificate, where, pairs string) string {
	kind := "any shift"
	if of.Moves.Unit > 0 {
		kind = "any whole shift"
	}
	return fmt.Sprintf("delta %.12g, to %.1g, %s: the greatest divergence at epsilon = %g over %s%s up to %g\n",
		of.Delta, max(of.High-of.Delta, of.Delta-of.Low), where, c.epsilon, pairs, kind, c.sensitivity)
}

// rationally returns the line of a certificate in rational numbers, followed by where delta is greatest.
func (c claimed) rationally(delta *big.Rat, where string, private bool) string {
	const digits = 40
	says := fmt.Sprintf("at most %g without any rounding", c.delta)
	if !private {
		says = fmt.Sprintf("more than %g", c.delta)
	}
	return fmt.Sprintf("in rational numbers delta is about %s%s, and %s\n", delta.FloatString(digits), where, says)
}

// where says at which shift delta is greatest.
func (v verdict) where() string {
	text := fmt.Sprintf("at a shift of %.12g", v.floating.Shift)
	if v.floating.Beside {
		text = fmt.Sprintf("beside a shift of %.12g, at which two points meet", v.floating.Shift)
	}
	if v.rational != nil && len(v.rational.Shifts) > 1 {
		text += " (and others)"
	}
	return text
}

// eventInWords lists the parts of an event, at most a few.
func eventInWords(event []optimal.Interval) string {
	const most = 12
	var parts []string
	for i, at := range event {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more parts", len(event)-most))
			break
		}
		if at.Low == at.High {
			parts = append(parts, fmt.Sprintf("{%g}", at.Low))
		} else {
			parts = append(parts, fmt.Sprintf("[%g, %g]", at.Low, at.High))
		}
	}
	return strings.Join(parts, " ")
}
