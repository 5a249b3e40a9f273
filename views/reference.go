package views

import (
	"fmt"
	"slices"
	"strings"

	"dpscope/assets"
	"dpscope/engine/param"
	"dpscope/views/view"
)

// Page is a part of the reference: a file of the folder docs and its text, in Markdown.
type Page struct{ File, Text string }

// Reference returns what declarations say of views: how a setting is written and a table of the views, a page a tab, the menus
// that several tabs offer, and the glossary.
func Reference() []Page {
	all := []Page{{"views/README.md", overview()}}
	menus := offers()
	for _, tab := range Tabs {
		group := tab.Name
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n", group)
		for _, v := range In(group) {
			writeView(&b, v)
		}
		for _, m := range menus {
			if slices.Equal(m.groups(), []view.Group{group}) {
				m.write(&b, menus)
			}
		}
		all = append(all, Page{"views/" + file(group), b.String()})
	}
	var shared, terms strings.Builder
	shared.WriteString("# Menus that several tabs offer\n")
	for _, m := range menus {
		if len(m.groups()) > 1 {
			m.write(&shared, menus)
		}
	}
	writeTerms(&terms)
	return append(all, Page{"views/shared.md", shared.String()}, Page{"terms.md", terms.String()}, Page{"deployments.md", published()})
}

// file returns the file of a tab's page.
func file(group view.Group) string {
	return strings.ReplaceAll(strings.ToLower(string(group)), " ", "-") + ".md"
}

// overview says how a setting is written, how the basis of a number is written, and which question each view answers.
func overview() string {
	var b strings.Builder
	b.WriteString("# Views\n\nEvery view is a question; every setting is an address, such as\n\n    " +
		All[0].Address(All[0].Opening()) + "\n\nwhich `dpscope ADDRESS` opens, `dpscope show` prints, `dpscope export` writes as CSV and `dpscope read` answers.\n" +
		"[How addresses are written](../addresses.md) says what they may leave out, [shared menus](shared.md) lists the mechanisms,\n" +
		"losses and other choices that several tabs offer.\n\n" +
		"Before each number stands how it is known: `=` exact, `≥` or `≤` a proven bound, `≈≥` or `≈≤` a bound that holds with a confidence, usually 95 %, `≈` an estimate (not a guarantee), `paper` as a paper prints it.\n\n" +
		"| view | tab | question |\n|---|---|---|\n")
	for _, v := range All {
		fmt.Fprintf(&b, "| `%s` | [%s](%s) | %s |\n", v.Name, v.Group, file(v.Group), v.Question)
	}
	return b.String()
}

func writeView(b *strings.Builder, v view.View) {
	fmt.Fprintf(b, "\n## %s: %s\n\n%s\n\n", v.Name, v.Title, v.Question)
	if v.About != "" {
		fmt.Fprintf(b, "%s\n\n", v.About)
	}
	fmt.Fprintf(b, "Source: %s\n\nOpens with `%s`.\n", v.Source, v.Address(v.Opening()))
	for _, c := range v.Choices {
		fmt.Fprintf(b, "\n`%s`: %s (`%s`)\n", c.Key(), c.About(), strings.Join(optionNames(c), "`, `"))
	}
	for _, t := range v.Texts {
		fmt.Fprintf(b, "\n`%s`: %s\n", t.Name, withDefault(t))
	}
	writeParams(b, v.Params, "opens with", v.Opening().Get)
	writeAnswers(b, v)
	if len(v.Presets) > 0 {
		b.WriteString("\n| preset | what it shows |\n|---|---|\n")
		for _, p := range v.Presets {
			fmt.Fprintf(b, "| `%s?preset=%s` | %s |\n", v.Name, p.Name, p.Title)
		}
	}
}

// writeAnswers lists the answers of a view, in the order of read.
func writeAnswers(b *strings.Builder, v view.View) {
	b.WriteString("\n| reading | symbol | what it is | range | better | level | where exact, exact of |\n|---|---|---|---|---|---|---|\n")
	for _, a := range v.Declared {
		label := a.Label
		if a.Of != "" {
			label += ", one for each " + a.Of
		}
		symbol := strings.ReplaceAll(a.Symbol, "|", "\\|")
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s | %s | %s |\n", a.Pattern(), symbol, label, a.Range, a.Goal, levelOf(a), a.ExactOf)
	}
	writeCases(b, v)
}

// levelOf says how prominent an answer is on the page.
func levelOf(a view.Declared) string {
	if a.Levels {
		return "as is asked"
	}
	return a.Level.String()
}

// writeCases explains the answers of a view, by all cases.
func writeCases(b *strings.Builder, v view.View) {
	b.WriteString("\n")
	for _, a := range v.Declared {
		for _, c := range a.Cases {
			name := a.Pattern()
			if c.Of != "" {
				name = a.Name + "-" + c.Of
			}
			fmt.Fprintf(b, "- `%s`", name)
			if c.If != "" {
				fmt.Fprintf(b, ", where %s", c.If)
			}
			fmt.Fprintf(b, ": %s", c.Formula)
			if c.Assumes != "" {
				fmt.Fprintf(b, " %s", c.Assumes)
			}
			if c.Source != "" {
				fmt.Fprintf(b, " (%s)", c.Source)
			}
			b.WriteString("\n")
		}
	}
}

// offered is a menu with the views that offer it.
type offered struct {
	param.Choice
	views []string
}

// offers lists every menu once. Menus are the same if they have one key and the same options.
func offers() []offered {
	var all []offered
	for _, v := range All {
		for _, c := range v.Choices {
			i := slices.IndexFunc(all, func(o offered) bool { return o.Key() == c.Key() && slices.Equal(optionNames(o), optionNames(c)) })
			if i < 0 {
				all = append(all, offered{Choice: c})
				i = len(all) - 1
			}
			all[i].views = append(all[i].views, v.Name)
		}
	}
	return all
}

func optionNames(c param.Choice) []string {
	var names []string
	for _, o := range c.Options() {
		names = append(names, o.Name)
	}
	return names
}

// groups returns the tabs of the views that offer the menu.
func (o offered) groups() []view.Group {
	var all []view.Group
	for _, name := range o.views {
		v, _ := Find(name)
		if !slices.Contains(all, v.Group) {
			all = append(all, v.Group)
		}
	}
	return all
}

// write describes the menu; one of several with the same key also names the views that offer it.
func (o offered) write(b *strings.Builder, all []offered) {
	title := o.Key()
	if slices.ContainsFunc(all, func(other offered) bool { return other.Key() == o.Key() && !slices.Equal(other.views, o.views) }) {
		title += " (" + strings.Join(o.views, ", ") + ")"
	}
	fmt.Fprintf(b, "\n## Choice: %s\n\n%s\n", title, o.About())
	for _, option := range o.Options() {
		fmt.Fprintf(b, "\n### %s=%s: %s\n\n%s\n", o.Key(), option.Name, option.Title, option.Help)
		if option.Source != "" {
			fmt.Fprintf(b, "\nSource: %s\n", option.Source)
		}
		writeParams(b, option.Params, "default", func(p param.Param) float64 { return p.Default })
	}
}

// writeTerms writes the glossary.
func writeTerms(b *strings.Builder) {
	b.WriteString("# Terms\n\nInside the program `w` explains the terms of the answer and the control that have the focus.\n")
	for _, t := range assets.Terms() {
		fmt.Fprintf(b, "\n**%s**: %s", t.Title(), t.Definition())
		if t.Formula != "" {
			fmt.Fprintf(b, " `%s`.", t.Formula)
		}
		if t.Source != "" {
			fmt.Fprintf(b, " (%s)", t.Source)
		}
		b.WriteString("\n")
	}
}

// published lists the published uses of ε.
func published() string {
	var b strings.Builder
	b.WriteString("# Which ε others publish\n\n" + view.UnitsDiffer + " Noise is local, added where each person is, or central, added where all data are.\n\n" +
		"| model | ε | unit | δ | use | source | remark |\n|---|---|---|---|---|---|---|\n")
	for _, d := range assets.Deployments() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | [%s](%s) | %s |\n", d.Model, d.Stated, d.Unit, d.Delta, d.Named(), d.Source, d.Address, d.Note)
	}
	return b.String()
}

// writeParams lists sliders, each with a value under a heading.
func writeParams(b *strings.Builder, params []param.Param, heading string, value func(param.Param) float64) {
	if len(params) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| key | symbol | range | slider | %s | meaning |\n|---|---|---|---|---|---|\n", heading)
	for _, p := range params {
		low, high := p.Travel()
		scale := [...]string{"", ", log", ", whole numbers"}[p.Scale]
		fmt.Fprintf(b, "| `%s` | %s | %s%s | %s to %s%s | %s | %s |\n",
			p.Name, p.Symbol, p.Range(), unit(p), p.Exact(low), p.Exact(high), scale, p.Exact(value(p)), p.Help)
	}
}

func unit(p param.Param) string {
	if p.Unit == "" {
		return ""
	}
	return " " + p.Unit
}

func withDefault(t param.Text) string {
	if t.Default == "" {
		return t.Help
	}
	return t.Help + " Default `" + t.Default + "`."
}
