// Package desk checks claims of papers: it asks the views that a claim's check names, and reports its findings.
package desk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"dpscope/engine"
	"dpscope/engine/claim"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/formula"
)

// Desk checks claims. It is given the findings of tests, since a program runs none.
type Desk struct {
	Tests func(name string) (claim.Finding, error)
}

// Check checks one claim. The error says why it cannot be checked, or that the verdict does not follow from the findings.
func (d Desk) Check(ctx context.Context, c claim.Claim) (claim.Outcome, error) {
	o, err := d.check(ctx, c)
	if err != nil {
		return o, fmt.Errorf("%s:%d: %s: %w", c.File, c.Line, c.ID, err)
	}
	if err := c.Follows(o.Found); err != nil {
		return o, fmt.Errorf("%s:%d: %w", c.File, c.Line, err)
	}
	return o, nil
}

func (d Desk) check(ctx context.Context, c claim.Claim) (claim.Outcome, error) {
	o := claim.Outcome{ID: c.ID}
	in, err := scope(c)
	if err != nil {
		return o, err
	}
	if c.At != "" {
		o.Address = in.At.Address()
	}
	if err := d.find(ctx, c, in, &o); err != nil {
		return o, err
	}
	if c.Printed.Text != "" {
		o.Printed = c.Printed.Text
	} else if c.Printed.Reading != "" {
		v, err := value(ctx, in, c.Printed.Reading)
		if err != nil {
			return o, err
		}
		if o.Printed = written(v); v.Answer != nil && v.Answer.Known.Basis == known.AsPrinted && !math.IsNaN(v.Number) {
			o.Printed = asPrinted(v)
		}
	}
	if err := ours(ctx, c, in, &o); err != nil {
		return o, err
	}
	o.Why, err = in.Fill(ctx, c.Why)
	return o, err
}

// scope returns the scope for the formulas of a claim.
func scope(c claim.Claim) (formula.Scope, error) {
	in := formula.Scope{Asker: formula.NewAsker(), Names: map[string]formula.Value{}}
	if c.Printed.Text != "" {
		in.Names["printed"] = formula.Value{Number: c.Printed.Number, Style: numeral.Plain}
	}
	if c.At == "" {
		return in, nil
	}
	var err error
	in.At, err = formula.At(c.At)
	return in, err
}

// find carries out the check.
func (d Desk) find(ctx context.Context, c claim.Claim, in formula.Scope, o *claim.Outcome) (err error) {
	switch c.Check.Kind {
	case claim.Expression:
		return expression(ctx, c, in, o)
	case claim.Solve:
		return solve(ctx, c, in, o)
	case claim.Same:
		o.Found, err = same(ctx, c.Check)
		return err
	case claim.Argument:
		o.Found = c.Check.Text == "holds"
		return nil
	case claim.Needs:
		return nil
	}
	var f claim.Finding
	if c.Check.Kind == claim.Script {
		f, err = claim.Reported(c.ID, c.Check.Digest)
	} else {
		f, err = d.Tests(c.Check.Text)
	}
	if err != nil {
		return err
	}
	o.Found, o.Numbers = f.Holds, f.Numbers
	for name, v := range f.Numbers {
		in.Names[name] = plain(v)
	}
	if cells, several := f.Numbers["cells"]; several {
		o.Cells = int(cells)
	}
	return nil
}

// expression computes a condition at every setting of the claim: it must hold at all.
func expression(ctx context.Context, c claim.Claim, in formula.Scope, o *claim.Outcome) error {
	f, err := formula.Compile(c.Check.Text)
	if err != nil {
		return err
	}
	changes := []string{""}
	for _, r := range c.For {
		var longer []string
		for _, change := range changes {
			for _, v := range r.Values {
				longer = append(longer, strings.TrimPrefix(change+","+r.Control+"="+v, ","))
			}
		}
		changes = longer
	}
	o.Found = true
	if len(c.For) > 0 {
		o.Cells = len(changes)
	}
	refuting := 0
	for _, change := range changes {
		at := in
		if change != "" {
			if at.At, err = in.At.Over(formula.ReadChange(change)); err != nil {
				return err
			}
		}
		if c.Printed.Reading != "" && change != "" {
			cell, err := value(ctx, at, c.Printed.Reading)
			if err != nil {
				return err
			}
			if math.IsNaN(cell.Number) {
				o.Cells-- // nothing is printed there
				continue
			}
		}
		holds, err := at.Holds(ctx, f)
		if err != nil {
			return fmt.Errorf("%s: %w", change, err)
		}
		if !holds {
			refuting++
			o.Found = false
		}
	}
	in.Names["cells"] = count(max(o.Cells, 1))
	in.Names["refuting"] = count(refuting)
	return nil
}

// plain returns the number of a test or a script; a whole one counts.
func plain(v float64) formula.Value {
	if v == math.Trunc(v) {
		return formula.Value{Number: v, Style: numeral.Whole}
	}
	return formula.Value{Number: v, Style: numeral.Plain}
}

func count(n int) formula.Value { return formula.Value{Number: float64(n), Style: numeral.Whole} }

// solve searches the setting at which a reading meets a target, and compares it with the printed one. The name solved is the
// finding.
func solve(ctx context.Context, c claim.Claim, in formula.Scope, o *claim.Outcome) error {
	target, err := number(ctx, in, c.Check.Target)
	if err != nil {
		return err
	}
	key, found := formula.ReadingOf(in.At.View, c.Check.Text)
	if !found {
		return fmt.Errorf("%s has no answer called %s", in.At.View.Name, c.Check.Text)
	}
	present, err := value(ctx, in, c.Check.Text)
	if err != nil {
		return err
	}
	for _, p := range in.At.View.Sliders(in.At.Values) {
		if p.Name != c.Check.By {
			continue
		}
		s, err := engine.Solve(ctx, engine.Search{Unknown: p, Present: in.At.Values.Get(p), Goal: present.Answer.Goal, Target: target, Walk: in.At.View.Walk(in.At.Values, key, p.Name),
			Answer: func(ctx context.Context, x float64) (float64, error) {
				v, err := in.At.View.Value(ctx, in.At.Values.With(p, x), key)
				return v.Number(), err
			}})
		var never *engine.UnreachableError
		switch {
		case errors.As(err, &never):
			o.Found = false
			return nil
		case err != nil:
			return err
		}
		in.Names["solved"] = formula.Value{Number: s.Value, Style: p.Style}
		if o.Found = true; c.Check.Within != "" {
			within, err := number(ctx, in, c.Check.Within)
			if err != nil {
				return err
			}
			printed, err := printedNumber(ctx, c, in)
			if err != nil {
				return err
			}
			o.Found = math.Abs(s.Value-printed) <= within
		}
		return nil
	}
	return fmt.Errorf("%s has no slider called %s at this setting", in.At.View.Name, c.Check.By)
}

// printedNumber returns the number that the paper prints.
func printedNumber(ctx context.Context, c claim.Claim, in formula.Scope) (float64, error) {
	if c.Printed.Reading != "" {
		return number(ctx, in, c.Printed.Reading)
	}
	if c.Printed.Text == "" {
		return 0, errors.New("nothing is printed to compare with")
	}
	return c.Printed.Number, nil
}

// same reports whether two addresses have the same answers, to rounding.
func same(ctx context.Context, check claim.Check) (bool, error) {
	const rounding = 1e-9
	for _, name := range check.Of {
		var v [2]formula.Value
		for i, address := range check.Addresses {
			at, err := formula.At(address)
			if err != nil {
				return false, err
			}
			if v[i], err = value(ctx, formula.Scope{Asker: formula.NewAsker(), At: at}, name); err != nil {
				return false, err
			}
		}
		if v[0].Kind != v[1].Kind || v[0].Word != v[1].Word ||
			v[0].Kind == formula.OfNumber && !(math.Abs(v[0].Number-v[1].Number) <= rounding*max(1, math.Abs(v[1].Number))) {
			return false, nil
		}
	}
	return true, nil
}

// ours computes the right number. A claim that holds as printed has no other number, a corrected one has.
func ours(ctx context.Context, c claim.Claim, in formula.Scope, o *claim.Outcome) error {
	if c.Ours == "" {
		return nil
	}
	v, err := value(ctx, in, c.Ours)
	if err != nil {
		return err
	}
	o.Ours = written(v)
	if v.Kind != formula.OfNumber || math.IsNaN(v.Number) {
		return nil
	}
	o.Ours += c.Printed.Unit()
	o.Value = &v.Number
	if !c.Printed.Is() {
		return nil
	}
	printed, err := printedNumber(ctx, c, in)
	if err != nil || math.IsNaN(printed) {
		return err
	}
	slack := math.Pow(10, -float64(c.Printed.Digits))
	agrees := math.Abs(v.Number-printed) <= slack/2*(1+1e-9)
	if c.Printed.Reading != "" {
		agrees = v.Number == printed
	}
	switch {
	case c.Verdict == claim.Holds && !agrees:
		return fmt.Errorf("ours is %s, and %s is printed: that is no %q", o.Ours, o.Printed, c.Verdict)
	case c.Verdict == claim.Corrected && agrees:
		return fmt.Errorf("ours is %s, as it is printed: that is no correction", o.Ours)
	}
	return nil
}

// value computes one expression.
func value(ctx context.Context, in formula.Scope, text string) (formula.Value, error) {
	f, err := formula.Compile(text)
	if err != nil {
		return formula.Value{}, err
	}
	return in.Value(ctx, f)
}

func number(ctx context.Context, in formula.Scope, text string) (float64, error) {
	v, err := value(ctx, in, text)
	if err == nil && v.Kind != formula.OfNumber {
		err = fmt.Errorf("%s is no number", text)
	}
	return v.Number, err
}

// written returns a value as a table shows it.
func written(v formula.Value) string { return v.Written("") }

// asPrinted writes a number in the digits of the paper; a formula of the paper has those of its reading.
func asPrinted(v formula.Value) string {
	const most = 8
	if text := numeral.Exact(v.Number); len(text) <= most {
		return text
	}
	return v.Style.Format(v.Number)
}
