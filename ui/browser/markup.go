package browser

import (
	"strings"

	"dpscope/ui/picture"
)

// markup writes HTML. Every text and every value of an attribute is escaped; names of elements and attributes are written as
// they are.
type markup struct{ strings.Builder }

// open begins an element; attributes are pairs of a name and a value. A name alone, with the value "", is written alone.
func (m *markup) open(element string, attributes ...string) {
	m.WriteString("<" + element)
	for i := 0; i+1 < len(attributes); i += 2 {
		m.WriteString(" " + attributes[i])
		if value := attributes[i+1]; value != "" {
			m.WriteString(`="` + picture.Escape(value) + `"`)
		}
	}
	m.WriteString(">")
}

func (m *markup) end(element string) { m.WriteString("</" + element + ">") }

func (m *markup) text(text string) { m.WriteString(picture.Escape(text)) }

// put writes an element that holds a text; nothing where the text is empty.
func (m *markup) put(element, text string, attributes ...string) {
	if text == "" {
		return
	}
	m.open(element, attributes...)
	m.text(text)
	m.end(element)
}

// button writes a button that sends a message of a kind; attributes name its fields.
func (m *markup) button(text, kind string, attributes ...string) {
	m.put("button", text, append([]string{"type", "button", "data-do", kind}, attributes...)...)
}
