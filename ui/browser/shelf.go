package browser

import (
	"encoding/json"

	"dpscope/ui/lesson"
)

// shelf keeps the progress in lessons, and hands over every change. It serves as a drawer of texts to hand in.
type shelf struct {
	kept struct {
		Lessons json.RawMessage   `json:"lessons,omitempty"`
		HandIns map[string]string `json:"handIns,omitempty"` // by the name of the file
	}
	hand func(text string)
}

// take takes what the page kept; a text that cannot be read counts as none.
func (s *shelf) take(text string) {
	if json.Unmarshal([]byte(text), &s.kept) != nil {
		s.kept.Lessons, s.kept.HandIns = nil, nil
	}
}

// keeper returns what keeps where lessons are left.
func (s *shelf) keeper() lesson.Keeper {
	return lesson.Through(func() ([]byte, error) { return s.kept.Lessons, nil }, func(text []byte) error {
		s.kept.Lessons = text
		return s.give()
	})
}

// Text returns a text to hand in.
func (s *shelf) Text(name string) []byte {
	if text, found := s.kept.HandIns[name]; found {
		return []byte(text)
	}
	return nil
}

// Keep keeps a text to hand in.
func (s *shelf) Keep(name string, text []byte) error {
	if s.kept.HandIns == nil {
		s.kept.HandIns = map[string]string{}
	}
	s.kept.HandIns[name] = string(text)
	return s.give()
}

// give hands the progress over.
func (s *shelf) give() error {
	text, err := json.Marshal(s.kept)
	if err == nil {
		s.hand(string(text))
	}
	return err
}

// clear forgets all progress.
func (s *shelf) clear() {
	s.kept.Lessons, s.kept.HandIns = nil, nil
	s.hand("")
}
