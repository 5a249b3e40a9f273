package ui

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/keys"
	"dpscope/views"
	"dpscope/views/view"
)

// palette finds views by their question; presets, kinds and actions by their
// words.
type palette struct {
	entry   *entry
	items   []item
	found   []item
	trouble error // why an address that was typed does not open
	at      int
	first   int // first one shown
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
	p := palette{entry: newEntry("")}
	if what == everything {
		for _, v := range views.All {
			p.items = append(p.items, item{v.Question, v.Name, v.Title + " " + v.About + " " + controls(v), func(s *Shell) tea.Cmd {
				s.overlay = noOverlay
				return s.visitAgain(v)
			}})
		}
	}
	p.items = append(p.items, presetItems(s.current.view)...)
	if what == everything {
		for _, v := range views.All {
			if v.Name != s.current.view.Name {
				p.items = append(p.items, presetItems(v)...)
			}
		}
		p.items = append(p.items, kindItems(s.current.view)...)
		for _, b := range actions {
			h := b.Help()
			p.items = append(p.items, item{h.Desc, h.Key, "", func(s *Shell) tea.Cmd {
				s.overlay = noOverlay
				return s.press(keys.Press(b))
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
				s.current.warn(err)
				return nil
			}
			cmd := s.visit(v, &values)
			s.current.say(p.Title)
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
			if s.current.view.Name == v.Name {
				return s.current.set(c.Key(), s.current.values.Picking(c, o.Name))
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
	text := p.entry.text()
	p.at, p.first, p.trouble = 0, 0, nil
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
	return symbols.Replace(strings.ToLower(text))
}

var symbols = strings.NewReplacer("ε", "epsilon", "δ", "delta", "θ", "theta", "σ", "sigma")

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
		s.palette.entry.update(msg)
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

// drawPalette shows what was typed and what was found.
func (s *Shell) drawPalette(at rect) block {
	l, p := s.look, &s.palette
	head := l.line(at.width).to(1).put(l.Strong, "find  ")
	p.entry.draw(l, head)
	b := block{head.String(), blank(at.width)}
	switch {
	case p.trouble != nil:
		for _, t := range l.wrap(p.trouble.Error(), at.width-4) {
			b = append(b, l.line(at.width).to(3).put(l.Warning, t).String())
		}
	case len(p.found) == 0:
		b = append(b, l.line(at.width).to(3).put(l.Dim, "nothing here has these words; an address would also do").String())
	}
	room := max(at.height-len(b), 1)
	p.first = min(max(p.first, p.at-room+1), p.at)
	for i := p.first; i < len(p.found) && i < p.first+room; i++ {
		line := l.line(at.width)
		style := l.Text
		if i == p.at {
			line.put(l.Accent, l.Focus)
			style = l.Accent
		}
		line.to(2).put(style, p.found[i].title).put(l.Text, "  ").right(l.Dim, p.found[i].detail)
		s.bar = append(s.bar, zone{rect: rect{at.x, at.y + len(b), at.width, 1}, kind: optionZone, index: i})
		b = append(b, line.String())
	}
	return b.fill(at.width, at.height)
}
