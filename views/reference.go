package views

import (
	"fmt"
	"io"
	"strings"

	"dpscope/engine/param"
	"dpscope/views/view"
)

// WriteReference writes the reference page, in Markdown: every view with its
// controls, choices, presets and sources, from the declarations.
func WriteReference(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Reference\n\nEvery view is a question; every setting is an address, such as\n\n    " +
		All[0].Address(All[0].Opening()) + "\n\nwhich `dpscope ADDRESS` opens, `dpscope show` prints, `dpscope export` writes as CSV and `dpscope read` answers.\n" +
		"`preset=NAME` in an address starts from a preset.\n\n" +
		"Before each number stands how it is known: `=` exact, `≥` or `≤` a proven bound, `≈` an estimate (not a guarantee), `\"` as printed in a paper.\n")
	for _, group := range Groups() {
		fmt.Fprintf(&b, "\n## %s\n", group)
		for _, v := range In(group) {
			writeView(&b, v)
		}
	}
	writeChoices(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeView(b *strings.Builder, v view.View) {
	fmt.Fprintf(b, "\n### %s: %s\n\n%s\n\n", v.Name, v.Title, v.Question)
	if v.About != "" {
		fmt.Fprintf(b, "%s\n\n", v.About)
	}
	fmt.Fprintf(b, "Source: %s\n", v.Source)
	for _, c := range v.Choices {
		names := make([]string, 0, 16)
		for _, o := range c.Options() {
			names = append(names, "`"+o.Name+"`")
		}
		fmt.Fprintf(b, "\n`%s`: %s (%s)\n", c.Key(), c.About(), strings.Join(names, ", "))
	}
	for _, t := range v.Texts {
		fmt.Fprintf(b, "\n`%s`: %s Default `%s`.\n", t.Name, t.Help, t.Default)
	}
	writeParams(b, v.Params)
	if len(v.Presets) > 0 {
		b.WriteString("\n| preset | what it shows |\n|---|---|\n")
		for _, p := range v.Presets {
			fmt.Fprintf(b, "| `%s?preset=%s` | %s |\n", v.Name, p.Name, p.Title)
		}
	}
}

// writeChoices describes each menu once, however many views offer it.
func writeChoices(b *strings.Builder) {
	seen := map[string]bool{}
	for _, v := range All {
		for _, c := range v.Choices {
			if seen[c.Key()] {
				continue
			}
			seen[c.Key()] = true
			fmt.Fprintf(b, "\n## Choice: %s\n\n%s\n", c.Key(), c.About())
			for _, o := range c.Options() {
				fmt.Fprintf(b, "\n### %s=%s: %s\n\n%s\n", c.Key(), o.Name, o.Title, o.Help)
				if o.Source != "" {
					fmt.Fprintf(b, "\nSource: %s\n", o.Source)
				}
				writeParams(b, o.Params)
			}
		}
	}
}

func writeParams(b *strings.Builder, params []param.Param) {
	if len(params) == 0 {
		return
	}
	b.WriteString("\n| key | symbol | range | slider | default | meaning |\n|---|---|---|---|---|---|\n")
	for _, p := range params {
		low, high := p.Travel()
		scale := [...]string{"", ", log", ", whole numbers"}[p.Scale]
		fmt.Fprintf(b, "| `%s` | %s | %s to %s%s | %s to %s%s | %s | %s |\n",
			p.Name, p.Symbol, p.Exact(p.Min), p.Exact(p.Max), unit(p), p.Exact(low), p.Exact(high), scale, p.Exact(p.Default), p.Help)
	}
}

func unit(p param.Param) string {
	if p.Unit == "" {
		return ""
	}
	return " " + p.Unit
}
