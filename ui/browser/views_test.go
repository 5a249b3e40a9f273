package browser

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
	"dpscope/ui/explorer"
	"dpscope/views"
	"dpscope/views/view"
)

// Every view opens with an answer, controls, readings, and a picture or the reason why there is none, in markup whose elements
// are closed, with each name given once.
func TestEveryViewOpens(t *testing.T) {
	for i, v := range views.All {
		if !effort.Sample(i, 8, 1) {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			p := opened(t, v.Name)
			p.rests(v.Name)
			p.mutex.Lock()
			defer p.mutex.Unlock()
			for _, place := range []string{"lead", "controls", "readings", "tabs", "tools"} {
				if p.parts[place] == "" {
					t.Errorf("%s is empty", place)
				}
			}
			if strings.Contains(p.parts["lead"], "no answer at this setting") {
				t.Errorf("the opening has no answer: %s", p.parts["lead"])
			}
			if p.parts["picture"] == "" {
				t.Error("there is no picture")
			}
			ids := map[string]string{}
			for place, text := range p.parts {
				wellFormed(t, place, text, ids)
			}
		})
	}
}

// wellFormed checks that elements are closed in their order, and that no name is given twice.
func wellFormed(t *testing.T, place, text string, ids map[string]string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<p>" + text + "</p>"))
	d.Strict = false
	d.AutoClose = []string{"input"}
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Errorf("%s: %v in %s", place, err, text)
			return
		}
		if start, is := token.(xml.StartElement); is {
			for _, a := range start.Attr {
				if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") || start.Name.Local == "script" {
					t.Errorf("%s: <%s %s> is refused by the page's policy", place, start.Name.Local, a.Name.Local)
				}
				if a.Name.Local == "id" && ids[a.Value] != "" {
					t.Errorf("%s and %s both have id=%q", ids[a.Value], place, a.Value)
				}
				if a.Name.Local == "id" {
					ids[a.Value] = place
				}
			}
		}
	}
}

// Every slider and every menu of a view's opening moves, and the page follows: its parts change, or it says why not. The whole check
// moves one in eleven of them: what moves is the same for all, and other tests compute where a view goes.
func TestEveryControlMoves(t *testing.T) {
	tried := 0
	for _, v := range views.All {
		var rows []explorer.Row
		for _, r := range rowsOf(t, v) {
			if tried++; effort.Sample(tried, 101, 11) && (effort.All() || !takesSeconds(v)) {
				rows = append(rows, r)
			}
		}
		if len(rows) == 0 {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			p := opened(t, v.Name)
			p.rests(v.Name)
			for _, r := range rows {
				p.say(Message{Kind: "open", Address: v.Name})
				p.until("the opening", func() bool { return !p.last.Busy && p.last.Address == v.Name })
				before := p.all()
				p.say(moving(r))
				p.until(r.Key+" to move something", func() bool { return !p.last.Busy && p.now() != before })
			}
		})
	}
}

// takesSeconds reports whether each page of a view does.
func takesSeconds(v view.View) bool {
	return v.Name == "boundary" || v.Name == "race" || v.Name == "recommend"
}

// rowsOf returns the controls of a view's opening that can be moved.
func rowsOf(t *testing.T, v view.View) (rows []explorer.Row) {
	t.Helper()
	v, values, err := views.Open(v.Name)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range explorer.New(explorer.Session{Context: worktest.Shared(), Clock: explorer.TimeOfDay}, v, values).Scene().Rows {
		if r.Kind == explorer.SliderRow || r.Kind == explorer.PickerRow && len(r.Choice.Options()) > 1 {
			rows = append(rows, r)
		}
	}
	return rows
}

// moving returns the message that moves a control.
func moving(r explorer.Row) Message {
	if r.Kind == explorer.PickerRow {
		return Message{Kind: "slide", Control: r.Key, Steps: 1}
	}
	if r.Param.Position(r.Value) > 0.5 {
		return Message{Kind: "set", Control: r.Key, At: 0.25}
	}
	return Message{Kind: "set", Control: r.Key, At: 0.75}
}

// now returns all that the page shows.
func (p *page) now() string {
	var b strings.Builder
	for _, place := range []string{"lead", "readings", "picture", "notes", "notice"} {
		b.WriteString(p.parts[place])
	}
	return b.String()
}

func (p *page) all() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.now()
}
