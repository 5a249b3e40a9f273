package views

import (
	"strings"
	"testing"
)

// A former name is refused with its successor, and every rule leads to something that exists.
func TestWhatMovedIsSaid(t *testing.T) {
	for _, m := range rules() {
		address := m.view
		switch {
		case m.reading != "":
			v, err := Find(first(Moved(m.view), "?"))
			if err != nil {
				t.Errorf("%v: %v", m, err)
				continue
			}
			if _, err := v.Choose([]string{m.becomes}); m.becomes != "" && err != nil {
				t.Errorf("%s of %s has become %s: %v", m.reading, m.view, m.becomes, err)
			}
			_, family := stem(m.reading)
			if _, err := v.Choose([]string{m.reading}); err != nil && m.becomes != "" && !family {
				if _, err := Choose(v, []string{m.reading}); err == nil || !strings.Contains(err.Error(), m.reading+" has become "+m.becomes) {
					t.Errorf("%s of %s is refused with %v", m.reading, v.Name, err)
				}
			}
			if today, _ := MovedReading(m.view, m.reading); today != m.becomes {
				t.Errorf("%s of %s is %s today, want %s", m.reading, m.view, today, m.becomes)
			}
			continue
		case m.preset != "":
			address += "?preset=" + m.preset
		case m.option != "":
			address += "?" + m.control + "=" + m.option
		case m.control != "":
			continue // its words are not known here
		}
		if _, _, err := open(Moved(address)); err != nil {
			t.Errorf("%s has become %s: %v", address, Moved(address), err)
		}
		if _, _, err := Open(address); err == nil || !strings.Contains(err.Error(), Moved(address)) {
			t.Errorf("%s is refused with %v, want %s", address, err, Moved(address))
		}
	}
}

// A view that went is called by its new name, also where the rest of its address no longer opens.
func TestWhatWentIsNamed(t *testing.T) {
	for address, want := range map[string]string{
		"frontier?below=normal:1": "frontier has become noise?show=epsilon, where below = normal:1 means nothing with show=epsilon; show=ranking or density would work",
		"rounds?epsilon=0":        "rounds has become proof?show=search, where epsilon = 0 is outside",
	} {
		if _, _, err := Open(address); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
}

func first(text, sep string) string { before, _, _ := strings.Cut(text, sep); return before }
