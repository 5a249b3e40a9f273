package command

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf16"

	"dpscope/engine"
)

// inJSON writes one object a line for each address, as soon as it is answered.
var inJSON = form{"", jsonRow}

func jsonRow(l line, readings []engine.Reading, err error) rows {
	text, fault := engine.AnswersLine(l.address, readings, err)
	if fault != nil {
		return jsonRow(l, nil, fault)
	}
	return rows{text: harmlessJSON(text), failed: err != nil}
}

// harmlessJSON escapes all that a terminal would act on, which JSON contains in strings alone.
func harmlessJSON(text []byte) []byte {
	acts := func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }
	if !bytes.ContainsFunc(text, acts) {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		switch {
		case !acts(r):
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.Bytes()
}
