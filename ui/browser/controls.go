package browser

import (
	"strconv"

	"dpscope/engine/param"
	"dpscope/ui/explorer"
)

// notches is the number of steps of a slider on the page. A move by one is a key's, and becomes a step of the control's own.
const notches = 1000

func number(n int) string { return strconv.Itoa(n) }

// controlsOf returns the controls without their values, which valuesOf returns: a slider that is being dragged stays in place.
func controlsOf(s explorer.Scene) string {
	var m markup
	for _, r := range s.Rows {
		if r.Kind == explorer.AnswerRow {
			continue
		}
		m.open("div", "class", "control")
		switch {
		case r.Kind == explorer.PickerRow:
			pickerOf(&m, r, s)
		case r.Kind == explorer.SliderRow:
			sliderOf(&m, r, s)
		case r.Text.Among != nil:
			setOf(&m, r)
		default:
			textOf(&m, r, s)
		}
		m.end("div")
	}
	return m.String()
}

// helpOf writes a control's help, which is shown while the control has the focus.
func helpOf(m *markup, key, help string, s explorer.Scene) {
	if !s.Layer.Silent(key) {
		m.put("p", help, "class", "help", "id", "h-"+key)
	}
}

func sliderOf(m *markup, r explorer.Row, s explorer.Scene) {
	p := r.Param
	m.open("div", "class", "line")
	m.open("label", "for", "c-"+r.Key)
	if p.Symbol != p.Label && p.Symbol != "" {
		m.put("i", p.Symbol)
		m.text(" ")
	}
	m.text(p.Label)
	m.end("label")
	m.put("span", " ", "class", "word", "data-word", r.Key)
	m.open("input", "class", "number", "id", "t-"+r.Key, "data-type", r.Key, "autocomplete", "off", "spellcheck", "false",
		"aria-label", titled(r)+", "+p.Typeable())
	unit := p.Style.Unit()
	if unit == "" {
		unit = p.Unit
	}
	m.put("span", unit, "class", "unit")
	m.end("div")
	m.open("input", "type", "range", "id", "c-"+r.Key, "data-set", r.Key, "min", "0", "max", number(notches), "step", "1", "aria-describedby", "h-"+r.Key)
	helpOf(m, r.Key, p.Help, s)
}

func pickerOf(m *markup, r explorer.Row, s explorer.Scene) {
	m.put("label", titled(r), "for", "c-"+r.Key)
	m.open("select", "id", "c-"+r.Key, "data-choose", r.Key, "aria-describedby", "h-"+r.Key)
	for _, o := range param.Offered(r.Choice, s.Values) {
		m.put("option", o.Title, "value", o.Name)
	}
	m.end("select")
	help := r.Picked.Help
	if help == "" {
		help = r.Choice.About()
	}
	helpOf(m, r.Key, help, s)
}

func setOf(m *markup, r explorer.Row) {
	m.open("fieldset")
	m.put("legend", titled(r))
	members := r.Text.Members(r.Set)
	for _, o := range r.Text.Among {
		m.open("label", "class", "check")
		attributes := []string{"type", "checkbox", "data-toggle", r.Key, "value", o.Name}
		for _, in := range members {
			if in.Name == o.Name {
				attributes = append(attributes, "checked", "")
			}
		}
		m.open("input", attributes...)
		m.text(" " + o.Title)
		m.end("label")
	}
	m.end("fieldset")
	m.put("p", r.Text.Help, "class", "help")
}

func textOf(m *markup, r explorer.Row, s explorer.Scene) {
	m.put("label", titled(r), "for", "c-"+r.Key)
	words := s.Sheet.Defaults[r.Key].Suggestions
	attributes := []string{"id", "c-" + r.Key, "data-type", r.Key, "autocomplete", "off", "spellcheck", "false", "aria-describedby", "h-" + r.Key}
	if len(words) > 0 {
		attributes = append(attributes, "list", "l-"+r.Key)
	}
	m.open("div", "class", "line")
	m.open("input", append(attributes, "class", "text")...)
	if len(r.Text.Files) > 0 {
		m.button("Own file …", "pick", "data-control", r.Key)
	}
	m.end("div")
	if len(words) > 0 {
		m.open("datalist", "id", "l-"+r.Key)
		for _, w := range words {
			m.open("option", "value", w)
			m.end("option")
		}
		m.end("datalist")
	}
	helpOf(m, r.Key, r.Text.Help, s)
}

// valuesOf returns the values of all controls.
func valuesOf(s explorer.Scene) (list []Control) {
	for _, r := range s.Rows {
		switch r.Kind {
		case explorer.PickerRow:
			list = append(list, Control{Key: r.Key, Value: r.Picked.Name})
		case explorer.TextRow:
			list = append(list, Control{Key: r.Key, Value: r.Word})
		case explorer.SliderRow:
			word := r.Param.Word(r.Value)
			says := r.Param.Format(r.Value)
			if word != "" {
				says += ", " + word
			}
			list = append(list, Control{Key: r.Key, At: r.Param.Position(r.Value), Text: typedOf(r), Says: says, Word: word})
		}
	}
	return list
}

// typedOf returns a slider's value as it is typed, without its unit.
func typedOf(r explorer.Row) string {
	if r.Value == 0 && r.Param.Zero != "" {
		return r.Param.Zero
	}
	return r.Param.Style.Typed(r.Value)
}
