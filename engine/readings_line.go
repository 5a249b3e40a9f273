package engine

import (
	"bytes"
	"encoding/json"
)

// AnswerLine is an answer with the same keys at every setting, as a table of answers wants
// them; nil where there is no such number.
type AnswerLine struct {
	Reading    string  `json:"reading"`
	Title      string  `json:"title"`
	Value      any     `json:"value"`
	Low        any     `json:"low"`
	High       any     `json:"high"`
	Basis      string  `json:"basis"`
	Unit       string  `json:"unit"`
	Source     string  `json:"source"`
	Confidence float64 `json:"confidence,omitempty"`
	Missing    string  `json:"missing,omitempty"` // why there is no answer
	Assumes    string  `json:"assumes,omitempty"` // where the page explains it
}

// Line returns the answer as a line.
func (a Reading) Line() AnswerLine {
	v := a.Known
	l := AnswerLine{Reading: a.Key.String(), Title: a.Label, Value: valueJSON(v), Basis: v.How(), Unit: a.Unit, Source: a.Why.Source,
		Confidence: v.Confidence, Assumes: a.Why.Assumes}
	if low, high, ok := v.Interval(); ok {
		l.Low, l.High = finite(low), finite(high)
	}
	if v.Missing() {
		l.Missing = v.None
	}
	return l
}

// AnswersLine writes the answers to an address, or why there are none, as one line of JSON.
func AnswersLine(address string, answers []Reading, trouble error) ([]byte, error) {
	if trouble != nil {
		return jsonLine(struct {
			Address string `json:"address"`
			Error   string `json:"error"`
		}{address, trouble.Error()})
	}
	list := make([]AnswerLine, len(answers))
	for i, a := range answers {
		list[i] = a.Line()
	}
	return jsonLine(struct {
		Address  string       `json:"address"`
		Readings []AnswerLine `json:"readings"`
	}{address, list})
}

func jsonLine(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}
