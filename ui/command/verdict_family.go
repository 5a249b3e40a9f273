package command

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"dpscope/engine/querynoise"
	"dpscope/mechanisms/optimal"
)

// isFamily reports whether a file has noise for each group of a range. It leaves errors of reading to the caller that reads all
// of it.
func isFamily(name string) (bool, error) {
	file, err := opened(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	header, err := csv.NewReader(file).Read()
	return err == nil && querynoise.IsFamily(header), nil
}

// verifyFamily certifies the family in a file at each point, and writes its finding.
func verifyFamily(out io.Writer, name string, claim claimed, also optimal.Points) error {
	file, err := opened(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer file.Close()
	family, err := querynoise.ReadFamily(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	moves, err := family.Moves(claim.sensitivity)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	failed := error(nil)
	for _, at := range append([]optimal.Point{{Epsilon: claim.epsilon, Delta: claim.delta}}, also.List()...) {
		v := familyVerdict{claimed: claim, family: family}
		v.epsilon, v.delta = at.Epsilon, at.Delta
		if err := v.judge(moves); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if _, err := io.WriteString(out, v.words()); err != nil {
			return fmt.Errorf("the certificate cannot be written: %w", err)
		}
		if failed == nil && !v.private {
			failed = v.refuted()
		}
	}
	return failed
}

// familyVerdict is the finding about a family beside the claim.
type familyVerdict struct {
	claimed
	family   querynoise.WrittenFamily
	floating optimal.Certificate  // names the pair and the shift
	rational *optimal.ExactFamily // nil where it was not asked for, and not needed
	private  bool
}

// judge certifies the family in floating-point numbers and, where they leave open whether δ is at most the claim, or on
// request, in rational ones.
func (v *familyVerdict) judge(moves optimal.Moves) error {
	v.floating = v.family.Laws.Certify(moves, v.epsilon)
	v.private = v.floating.High <= v.delta
	open := !v.private && v.floating.Low <= v.delta
	if !v.exact && !open {
		return nil
	}
	e, err := optimal.CertifyFamilyExactly(v.family.Groups, moves, v.epsilon)
	switch {
	case err != nil && open && !v.exact:
		return v.leftOpen(v.floating, err)
	case err != nil:
		return err
	}
	if v.private, err = v.decided(v.floating, e.Low, e.High); err != nil {
		return err
	}
	v.rational = &e
	v.floating.Pair, v.floating.Shift = e.Pair, e.Shift
	return nil
}

// where names the pair and the shift.
func (v familyVerdict) where() string {
	return fmt.Sprintf("groups %s and %s at a shift of %.12g", v.family.Names[v.floating.Here], v.family.Names[v.floating.There],
		v.floating.Shift)
}

// words returns a line for each certificate.
func (v familyVerdict) words() string {
	text := v.greatest(v.floating, v.where(), fmt.Sprintf("all ordered pairs of %d groups and ", len(v.family.Names)))
	if v.rational == nil {
		return text
	}
	return text + v.rationally(v.rational.High, ", "+v.where(), v.private)
}

// refuted says which pair breaks δ.
func (v familyVerdict) refuted() error {
	c := v.floating
	text := fmt.Sprintf("the noise is not private at delta = %g, epsilon = %g: %s", v.delta, v.epsilon, v.where())
	if event := v.family.Laws[c.Here].WorstFrom(v.family.Laws[c.There].Law, c.Moves, v.epsilon, c.Shift); len(event) > 0 {
		text += "; the worst event is " + eventInWords(event)
	}
	return errors.New(text)
}
