package command

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine/param"
	"dpscope/views"
	"dpscope/views/view"
)

func viewsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "views",
		Short: "List the views, their controls, ranges and choices",
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if asJSON {
				return writeViewsJSON(c.OutOrStdout())
			}
			return writeViews(c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return c
}

func writeViews(w io.Writer) error {
	var b strings.Builder
	for i, v := range views.All {
		if i > 0 {
			b.WriteByte('\n')
		}
		opening := v.Opening()
		fmt.Fprintf(&b, "%s: %s\n", v.Name, v.Question)
		for _, choice := range v.Choices {
			var names []string
			for _, o := range choice.Options() {
				names = append(names, o.Name)
			}
			fmt.Fprintf(&b, "  %-12s one of %s; default %s\n", choice.Key(), strings.Join(names, ", "), opening.Picked(choice).Name)
		}
		for _, t := range v.Texts {
			fmt.Fprintf(&b, "  %-12s default %q: %s\n", t.Name, opening.Word(t), t.Help)
		}
		for _, p := range v.All() {
			fmt.Fprintf(&b, "  %-12s %s, default %s: %s\n", p.Name, p.Range(), p.Exact(opening.Get(p)), p.Help)
		}
		for _, a := range v.Declared {
			fmt.Fprintf(&b, "  answers %-20s %s\n", a.Pattern(), a.Label)
		}
		for _, p := range v.Presets {
			fmt.Fprintf(&b, "  preset=%-20s %s\n", p.Name, p.Title)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// rangeJSON returns the possible values of an answer: the ends of its range, nil where it has none; nil for words.
func rangeJSON(a view.Declared) any {
	if !a.Range.OfNumbers() {
		return nil
	}
	end := func(v float64) any {
		if math.IsInf(v, 0) {
			return nil
		}
		return v
	}
	return map[string]any{"low": end(a.Range.Low), "high": end(a.Range.High), "ofSetting": a.Ranges}
}

// casesJSON lists the cases in which an answer is explained.
func casesJSON(a view.Declared) []any {
	list := []any{}
	for _, c := range a.Cases {
		list = append(list, map[string]string{"of": c.Of, "where": c.If, "formula": c.Formula, "source": c.Source, "assumes": c.Assumes})
	}
	return list
}

func writeViewsJSON(w io.Writer) error {
	type object = map[string]any
	params := func(list []param.Param, opening param.Values) []object {
		out := []object{}
		for _, p := range list {
			low, high := p.Travel()
			out = append(out, object{"key": p.Name, "symbol": p.Symbol, "unit": p.Unit, "help": p.Help, "min": p.Min, "max": p.Max,
				"open": p.Open, "openLow": p.Open || p.OpenLow, "low": low, "high": high, "default": opening.Get(p), "whole": p.Scale == param.Count})
		}
		return out
	}
	list := []object{}
	for _, v := range views.All {
		opening := v.Opening()
		choices := []object{}
		for _, c := range v.Choices {
			options := []object{}
			for _, o := range c.Options() {
				options = append(options, object{"name": o.Name, "title": o.Title, "help": o.Help, "source": o.Source,
					"params": params(o.Params, opening)})
			}
			choices = append(choices, object{"key": c.Key(), "help": c.About(), "default": opening.Picked(c).Name, "options": options})
		}
		texts := []object{}
		for _, t := range v.Texts {
			texts = append(texts, object{"key": t.Name, "help": t.Help, "default": opening.Word(t)})
		}
		answers := []object{}
		for _, a := range v.Declared {
			answers = append(answers, object{"reading": a.Name, "of": a.Of, "label": a.Label, "symbol": a.Symbol, "unit": a.Unit,
				"goal": a.Goal.String(), "exactOf": a.ExactOf,
				"range": rangeJSON(a), "level": a.Level.String(), "levelOfSetting": a.Levels, "cases": casesJSON(a)})
		}
		presets := []object{}
		for _, p := range v.Presets {
			presets = append(presets, object{"name": p.Name, "title": p.Title, "address": v.Name + "?" + p.Query})
		}
		list = append(list, object{"name": v.Name, "group": v.Group, "title": v.Title, "question": v.Question, "source": v.Source,
			"choices": choices, "texts": texts, "params": params(v.Params, opening), "readings": answers, "presets": presets})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(list)
}
