package decision

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/report"
	"dpscope/views/view"
)

// spent is what a page says that a release spends. NaN: it does not say it.
type spent struct {
	epsilon, delta float64
	unusual        bool // its ε and δ are of another promise than differential privacy
}

// spentBy reads the whole ε of a page where it has one, the proven ε of a training run, and else the ε that the page's noise is
// set to. Of a page that is about records, or warns, only the first two are read: what was taken from the records may leave
// nothing guaranteed.
func spentBy(p report.Page) spent {
	s := spent{epsilon: math.NaN(), delta: deltaOf(p)}
	choices, _ := p.View.Needed(p.Values)
	for _, c := range choices {
		s.unusual = s.unusual || strings.Contains(p.Values.Picked(c).Tag, "loss > ε")
	}
	if total, found := reading(p, view.EpsilonTotal); found {
		s.epsilon, s.delta = proven(total), deltaTotal(p)
		return s
	}
	if most, found := reading(p, "epsilon-at-most"); found {
		s.epsilon = proven(most)
		return s
	}
	if p.View.Model(p.Values) == "" || len(remarks(p)) > 0 {
		return s
	}
	for _, slider := range p.View.Sliders(p.Values) {
		if slider.Words != nil {
			s.epsilon = p.Values.Get(slider)
			return s
		}
	}
	return s
}

// remarks lists what a page says of its records, and its warnings.
func remarks(p report.Page) (list []string) {
	for _, n := range append([]engine.Note{p.Sheet.Provenance, {Text: p.Sheet.Lead.Warning, Warning: true}}, p.Sheet.Notes...) {
		if n.Text != "" && (n.Warning || n.Text == p.Sheet.Provenance.Text) {
			list = append(list, n.Text)
		}
	}
	return list
}

// reading returns an answer of a page.
func reading(p report.Page, name string) (known.Value, bool) {
	for _, a := range p.Sheet.Readings {
		if a.Key == (engine.Key{Name: name}) {
			return a.Known, true
		}
	}
	return known.Value{}, false
}

// proven returns a number that a promise may rest on; NaN: the value is no such number.
func proven(v known.Value) float64 {
	if v.Missing() || v.Word != "" || v.Basis == known.AtLeast || v.Basis.Confident() || v.Basis == known.Estimate || v.Basis == known.AsPrinted ||
		math.IsInf(v.High, 0) {
		return math.NaN()
	}
	return v.High
}

// deltaOf returns the δ of the slider; 0 where a page has no δ at all, and NaN where it has another.
func deltaOf(p report.Page) float64 {
	for _, slider := range p.View.Sliders(p.Values) {
		if strings.HasPrefix(slider.Symbol, "δ") {
			return p.Values.Get(slider)
		}
	}
	for _, a := range p.Sheet.Readings {
		if strings.HasPrefix(a.Name, "delta") {
			return math.NaN()
		}
	}
	return 0
}

// deltaTotal returns the whole δ; NaN where a page has one of a part alone.
func deltaTotal(p report.Page) float64 {
	if total, found := reading(p, "delta-total"); found {
		return proven(total)
	}
	if deltaOf(p) == 0 {
		return 0
	}
	return math.NaN()
}

// complete enters what the page says where a person says nothing, and refuses less than the page says.
func (s spent) complete(words map[string]string) error {
	for name, v := range map[string]float64{"epsilon": s.epsilon, "delta": s.delta} {
		if math.IsNaN(v) {
			continue
		}
		if words[name] == "" {
			if v > 0 || name == "epsilon" {
				words[name] = strconv.FormatFloat(v, 'g', -1, 64)
			}
			continue
		}
		claimed, err := number(name, words[name])
		if err != nil {
			return err
		}
		if claimed < v {
			return fmt.Errorf("%s = %v is less than the %v that the page says; without --%s the page's is written", name, claimed, v, name)
		}
	}
	if words["variant_name"] == "" {
		words["variant_name"] = s.variant(words)
	}
	if words["variant_name"] == pure && words["delta"] != "" && words["delta"] != "0" {
		return fmt.Errorf("pure privacy has no δ, and delta = %s; %s would work", words["delta"], approximate)
	}
	return nil
}

// variant returns the registry's word for what ε and δ promise; empty: the page does not say it.
func (s spent) variant(words map[string]string) string {
	switch {
	case s.unusual:
		return custom
	case words["epsilon"] == "":
		return ""
	case words["delta"] != "":
		return approximate
	case s.delta == 0:
		return pure
	}
	return ""
}
