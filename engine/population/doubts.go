package population

import (
	"cmp"
	"errors"
	"fmt"

	"dpscope/engine/numeral"
	"dpscope/learners/model"
	"dpscope/learners/source"
)

// Doubts returns questions to settle before any number: whether the table is on the classifier's scale. On
// another one classes seem to survive any noise.
func (s Sample) Doubts(m *model.Model) (questions []string) {
	if s.strange() {
		odd := s.Beyond
		if s.Key.Clamp {
			odd = s.Moved
		}
		questions = append(questions, fmt.Sprintf("which scale is the table in? Of %s records %s, where the mechanisms work: %s",
			numeral.Count(float64(s.Total)), odd, s.wayIn()))
	}
	if s.Alike > 0 {
		asked := ""
		if s.Alike < len(s.Rows) {
			asked = " asked about"
		}
		text := fmt.Sprintf("which scale is the table in? The classifier gives all %s records%s class %s, as on a wrong scale, where no noise seems to do harm",
			numeral.Count(float64(s.Alike)), asked, m.ClassName(s.Classes[0]))
		if !s.Key.Raw && s.Scale && s.Lines != nil {
			text += ": values=raw scales raw values as the classifier's file says"
		}
		questions = append(questions, text)
	}
	return questions
}

// CheckScale returns the first of the doubts as an error, which says how to go on.
func (s Sample) CheckScale(m *model.Model) error {
	if doubts := s.Doubts(m); len(doubts) > 0 {
		return source.Blame("data", cmp.Or(s.path, s.Key.Data), errors.New(doubts[0]+"; sure=on goes on"))
	}
	return nil
}
