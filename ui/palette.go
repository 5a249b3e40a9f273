package ui

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/ui/entry"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/page"
	"dpscope/views"
	"dpscope/views/view"
)

// palette finds views by their question; presets, kinds and actions by their
// words.
type palette struct {
	entry   *entry.Entry
	items   []item
	found   []item
	trouble error // why an address that was typed does not open
	at      int
}

// item is something to find.
type item struct {
	title, detail string
	about         string // not shown, but searched
	run           func(*Shell) tea.Cmd
}

// scope says what the palette offers.
type scope int

const (
	everything scope = iota
	presetsHere
)

func (s *Shell) openPalette(what scope) {
	p := palette{entry: entry.New("")}
	if what == everything {
		for _, v := range views.All {
			p.items = append(p.items, item{v.Question, v.Name, v.Title + " " + v.About + " " + controls(v), func(s *Shell) tea.Cmd {
				s.overlay = noOverlay
				return s.visitAgain(v)
			}})
		}
	}
	p.items = append(p.items, presetItems(s.current.View())...)
	if what == everything {
		for _, v := range views.All {
			if v.Name != s.current.View().Name {
				p.items = append(p.items, presetItems(v)...)
			}
		}
		p.items = append(p.items, kindItems(s.current.View())...)
		for _, b := range actions {
			h := b.Help()
			p.items = append(p.items, item{h.Desc, h.Key, "", func(s *Shell) tea.Cmd {
				s.overlay = noOverlay
				return pressing(b)(s)
			}})
		}
	}
	s.palette, s.overlay = p, paletteOverlay
	s.palette.sift()
}

// actions are the keys that the palette also offers by name.
var actions = []key.Binding{keys.Solve, keys.Why, keys.Table, keys.Crosshair, keys.Export, keys.Copy, keys.Undo, keys.Redo, keys.Help, keys.Quit}

// controls names what moves in a view.
func controls(v view.View) string {
	var words []string
	for _, p := range v.Params {
		words = append(words, p.Name, p.Label)
	}
	for _, c := range v.Choices {
		words = append(words, c.Title())
		for _, o := range c.Options() {
			for _, p := range o.Params {
				words = append(words, p.Name, p.Label)
			}
		}
	}
	return strings.Join(words, " ")
}

func presetItems(v view.View) []item {
	var items []item
	for _, p := range v.Presets {
		items = append(items, item{p.Title, v.Name + "?preset=" + p.Name, "", func(s *Shell) tea.Cmd {
			values, err := v.Preset(p.Name)
			if err != nil {
				s.current.Warn(err)
				return nil
			}
			cmd := s.visit(v, &values)
			s.current.Say(p.Title)
			return cmd
		}})
	}
	return items
}

// kindItems offer the options that bring sliders of their own, a menu once: in
// the present view where it has them, otherwise in the first view that does.
// Other options are settings, which nobody looks for by name.
func kindItems(present view.View) []item {
	var items []item
	listed := map[string]bool{}
	for _, v := range append([]view.View{present}, views.All...) {
		for _, c := range v.Choices {
			brings := func(o param.Option) bool { return len(o.Params) > 0 }
			if !listed[c.Key()] && slices.ContainsFunc(c.Options(), brings) {
				listed[c.Key()] = true
				items = append(items, optionItems(v, c)...)
			}
		}
	}
	return items
}

func optionItems(v view.View, c param.Choice) []item {
	var items []item
	for _, o := range c.Options() {
		items = append(items, item{o.Title, v.Name + "?" + c.Key() + "=" + o.Name, o.Help + " " + o.Tag, func(s *Shell) tea.Cmd {
			if s.current.View().Name == v.Name {
				return s.current.Do(explorer.Choose{Choice: c, Name: o.Name})
			}
			values := v.Opening().Picking(c, o.Name)
			return s.visit(v, &values)
		}})
	}
	return items
}

// sift keeps the items that meet at least half of the words typed, those that
// meet most of them first, then those that do so in their title, then those
// whose title begins so. An address opens by itself.
func (p *palette) sift() {
	text := p.entry.Text()
	p.at, p.trouble = 0, nil
	words := searchWords(text)
	type match struct {
		item            item
		met, metInTitle int
		other           bool // its title does not begin with what was typed
	}
	var matches []match
	for _, i := range p.items {
		m := match{item: i}
		title, all := spellOut(i.title), spellOut(i.title+" "+i.detail+" "+i.about)
		m.other = !strings.HasPrefix(title, spellOut(text))
		for _, w := range words {
			if strings.Contains(all, w) {
				m.met++
			}
			if strings.Contains(title, w) {
				m.metInTitle++
			}
		}
		if 2*m.met >= len(words) {
			matches = append(matches, m)
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.met, a.met), cmp.Compare(b.metInTitle, a.metInTitle), falseFirst(a.other, b.other))
	})
	p.found = nil
	for _, m := range matches {
		p.found = append(p.found, m.item)
	}
	if !strings.Contains(text, "?") || strings.Contains(text, " ") {
		return
	}
	view, values, err := views.Open(text)
	if err != nil {
		p.found, p.trouble = nil, err
		return
	}
	p.found = append([]item{{"open this address", text, "", opening(view, values)}}, p.found...)
}

func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func opening(view view.View, values param.Values) func(*Shell) tea.Cmd {
	return func(s *Shell) tea.Cmd { return s.visit(view, &values) }
}

// searchWords are the words of a question that say something, without the s of
// a plural or a verb.
func searchWords(text string) []string {
	var words []string
	for _, w := range strings.Fields(spellOut(text)) {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if len(w) > 3 {
			w = strings.TrimSuffix(w, "s")
		}
		if w != "" && !slices.Contains(smallWords, w) {
			words = append(words, w)
		}
	}
	return words
}

var smallWords = strings.Fields("a an and are at can do doe for how i in is it me my of on or should that the this to what when where which who whose why with")

// spellOut writes text as people type it.
func spellOut(text string) string {
	text = strings.ToLower(text)
	for _, s := range [][2]string{{"ε", "epsilon"}, {"δ", "delta"}, {"θ", "theta"}, {"σ", "sigma"}} {
		text = strings.ReplaceAll(text, s[0], s[1])
	}
	return text
}

func (p *palette) move(lines int) { p.at = min(max(p.at+lines, 0), max(len(p.found)-1, 0)) }

func (s *Shell) paletteKey(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Escape, keys.FindAnywhere):
		s.overlay = noOverlay
	case key.Matches(msg, keys.Previous):
		s.palette.move(-1)
	case key.Matches(msg, keys.Next):
		s.palette.move(1)
	case key.Matches(msg, keys.PageUp):
		s.palette.move(-10)
	case key.Matches(msg, keys.PageDown):
		s.palette.move(10)
	case key.Matches(msg, keys.Accept):
		return s.take(s.palette.at)
	default:
		s.palette.entry.Update(msg)
		s.palette.sift()
	}
	return nil
}

// take runs an item that was found.
func (s *Shell) take(i int) tea.Cmd {
	if i >= len(s.palette.found) {
		return nil
	}
	s.overlay = noOverlay
	return s.palette.found[i].run(s)
}

// palette shows what was typed and what was found.
func (p *painter) palette(at chart.Rect) line.Block {
	found := &p.shell.palette
	head := p.Line(at.Width).To(1).Put(p.Strong, "find  ")
	page.Entry(p.Look, head, found.entry)
	b := line.Block{head.String(), line.Blank(at.Width)}
	switch {
	case found.trouble != nil:
		for _, t := range p.Wrap(found.trouble.Error(), at.Width-4) {
			b = append(b, p.Line(at.Width).To(3).Put(p.Warning, t).String())
		}
	case len(found.found) == 0:
		b = append(b, p.Line(at.Width).To(3).Put(p.Dim, "nothing here has these words; an address would also do").String())
	}
	room := max(at.Height-len(b), 1)
	first := page.Window(len(found.found), room, found.at)
	for i := first; i < len(found.found) && i < first+room; i++ {
		l := p.found(found.found[i], i == found.at, at.Width)
		p.clickable(l, at.X, at.Y+len(b), func(s *Shell) tea.Cmd { return s.take(i) })
		b = append(b, l.String())
	}
	return b.Fill(at.Width, at.Height)
}

// found draws one thing that was found; the marked one is that which enter takes.
func (p *painter) found(i item, marked bool, width int) *line.Line {
	l, style := p.Line(width), p.Text
	if marked {
		l.Put(p.Accent, p.Focus)
		style = p.Accent
	}
	return l.To(2).Put(style, i.title).Put(p.Text, "  ").Right(p.Dim, i.detail).To(width)
}
