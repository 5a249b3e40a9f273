package browser

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An address that means nothing leaves the page as it is, and says what is nearest.
func TestAddressThatMeansNothing(t *testing.T) {
	for address, says := range map[string]string{"survy?n=5": "survey", "survey?n=-3": "n = -3", "lesson?name=promis": "promise", "lesson?class=a": "lessons: is missing",
		"lesson?class=a&lessons=coin": "student=NAME", "lesson?%": "broken", "lesson?" + strings.Repeat("x", 5000): "4096"} {
		p := opened(t, "")
		p.rests("survey")
		p.say(Message{Kind: "open", Address: address})
		p.until(address+" to say "+says, func() bool {
			return strings.Contains(p.parts["notice"], says) && p.last.Address == "survey" && strings.Contains(p.parts["picture"], "<svg")
		})
	}
}

// A page opens at such an address too: with the first view.
func TestOpensAtAnAddressThatMeansNothing(t *testing.T) {
	p := opened(t, "<script>alert(1)</script>")
	p.rests("survey")
	p.until("the error as text", func() bool {
		return strings.Contains(p.parts["notice"], "&lt;script&gt;") && !strings.Contains(p.parts["notice"], "<script")
	})
}

// The newest of many settings is shown, and those between leave no trace.
func TestNewestSettingWins(t *testing.T) {
	p := opened(t, "survey")
	p.rests("survey")
	for i := range 200 {
		p.say(Message{Kind: "set", Control: "epsilon", At: float64(i) / 199})
	}
	p.until("the last of 200 settings", func() bool { return !p.last.Busy && p.last.Address == "survey?epsilon=20" })
	if p.shows > 150 {
		t.Errorf("%d pages were sent for 200 moves", p.shows)
	}
	p.say(Message{Kind: "undo"})
	p.until("one step back for the whole gesture", func() bool { return !p.last.Busy && p.last.Address == "survey" })
}

// Solving asks which ε reaches a target, and goes there.
func TestSolve(t *testing.T) {
	p := opened(t, "survey")
	p.rests("survey")
	p.say(Message{Kind: "solve"})
	p.until("the ε for ± 3", func() bool { return strings.Contains(p.parts["form"], "Go to ε = 1.77") })
	p.say(Message{Kind: "seek", Control: "target", Value: "2.5"})
	p.until("the ε for ± 2.5", func() bool { return strings.Contains(p.parts["form"], "Go to ε = 2.36") })
	p.say(Message{Kind: "seek", Control: "target", Value: "nothing"})
	p.until("why there is no target", func() bool {
		return strings.Contains(p.parts["form"], "is not a number") || strings.Contains(p.parts["form"], "target:")
	})
	p.say(Message{Kind: "seek", Control: "target", Value: "2.5"})
	p.until("the ε again", func() bool { return strings.Contains(p.parts["form"], "Go to ε = 2.36") })
	p.say(Message{Kind: "jump"})
	p.until("the setting", func() bool { return strings.HasPrefix(p.last.Address, "survey?epsilon=2.36") && p.parts["form"] == "" })
}

// A typed value beyond the slider counts; one out of range is refused with the range.
func TestTyped(t *testing.T) {
	p := opened(t, "survey")
	p.rests("survey")
	p.say(Message{Kind: "type", Control: "n", Value: "1234"})
	p.until("n = 1234", func() bool { return p.last.Address == "survey?n=1234" && strings.Contains(p.parts["lead"], "1,234") })
	p.say(Message{Kind: "type", Control: "n", Value: "-3"})
	p.until("the range", func() bool { return strings.Contains(p.parts["notice"], "n = -3 is outside") })
}

func TestFind(t *testing.T) {
	p := opened(t, "survey")
	p.rests("survey")
	p.say(Message{Kind: "find", Value: "dp-sgd"})
	p.until("a training run", func() bool { return strings.Contains(p.parts["found"], "Is this training run private?") })
	p.say(Message{Kind: "take"})
	p.until("its page", func() bool {
		return strings.Contains(p.parts["lead"], "Is this training run private?") && p.parts["found"] == ""
	})
	p.say(Message{Kind: "find", Value: "<b>zzzzqqq"})
	p.until("that nothing is found", func() bool { return strings.Contains(p.parts["found"], "Nothing found") })
}

// A held setting stands beside the present one in every reading.
func TestHold(t *testing.T) {
	p := opened(t, "survey")
	p.rests("survey")
	p.say(Message{Kind: "key", Key: "m"})
	p.until("that it is held", func() bool { return strings.Contains(p.parts["tools"], "Let go") })
	p.say(Message{Kind: "slide", Control: "epsilon", Steps: 2})
	p.until("a change", func() bool {
		return strings.Contains(p.parts["readings"], "held: ε = 1.00") && strings.Contains(p.parts["readings"], `class="change"`)
	})
}

// What is saved is what it says, and can be read.
func TestExport(t *testing.T) {
	p := opened(t, "survey")
	p.rests("survey")
	readable := map[string]func([]byte) error{
		".svg": func(b []byte) error {
			return xml.Unmarshal(b, new(struct {
				XMLName xml.Name `xml:"svg"`
			}))
		},
		".png":  func(b []byte) error { _, err := png.Decode(bytes.NewReader(b)); return err },
		".csv":  func(b []byte) error { _, err := csv.NewReader(bytes.NewReader(b)).ReadAll(); return err },
		".pdf":  func(b []byte) error { return begins(b, "%PDF-") },
		".html": func(b []byte) error { return begins(b, "<!DOCTYPE html>") },
	}
	for _, end := range exportEnds() {
		p.say(Message{Kind: "export", Value: end.ending})
		p.until(end.title, func() bool { return len(p.saved) > 0 })
		p.mutex.Lock()
		s := p.saved[0]
		p.saved = nil
		p.mutex.Unlock()
		if err := readable[end.ending](s.Data); err != nil || s.Name != "survey-margins-yes-no-nobody-sample"+end.ending {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

type refused string

func (r refused) Error() string { return "it does not begin with " + string(r) }

func begins(b []byte, with string) error {
	if !bytes.HasPrefix(b, []byte(with)) {
		return refused(with)
	}
	return nil
}

// Names and values of a user's table stay text wherever they are shown, and a file that is no table says what it is.
func TestMyData(t *testing.T) {
	folder := t.TempDir()
	hostile := `<script>alert(1)</script>`
	var rows strings.Builder
	rows.WriteString(`age,"<img src=x onerror=alert(1)>",ill` + "\n")
	for i := range 60 {
		rows.WriteString([]string{"31,1,yes\n", "52,0,no\n", "47,1," + hostile + "\n"}[i%3])
	}
	file := filepath.Join(folder, hostile[:8]+".csv")
	if err := os.WriteFile(file, []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	p := opened(t, "survey")
	p.rests("survey")
	p.say(Message{Kind: "files", Names: []string{file}})
	p.until("questions with first lines", func() bool {
		return strings.Contains(p.parts["found"], "It stays in this tab") && strings.Contains(p.parts["found"], "60 rows") && !strings.Contains(p.parts["found"], "computing …")
	})
	if strings.Contains(p.parts["found"], "<script") || strings.Contains(p.parts["found"], "<img") {
		t.Errorf("names became markup: %s", p.parts["found"])
	}
	p.say(Message{Kind: "question"})
	p.until("the first question", func() bool { return p.parts["found"] == "" && strings.Contains(p.last.Address, "csv") && !p.last.Busy })
	p.mutex.Lock()
	for place, text := range p.parts {
		if strings.Contains(text, "<script") || strings.Contains(text, "<img") {
			t.Errorf("%s has markup of the table: %s", place, text)
		}
		wellFormed(t, place, text, map[string]string{})
	}
	p.mutex.Unlock()
	p.say(Message{Kind: "files", Names: []string{filepath.Join(folder, "none.csv")}})
	p.until("that there is no such file", func() bool { return strings.Contains(p.parts["notice"], "none.csv") })
}

// Of messages that mean nothing, or that name what is not there, nothing happens.
func TestBrokenMessages(t *testing.T) {
	p := opened(t, "survey")
	p.rests("survey")
	for _, text := range []string{"", "{", "[]", `{"kind":7}`, `{"kind":"fly"}`} {
		p.tab.Receive([]byte(text))
	}
	for kind := range asked() {
		if kind != "start" {
			p.say(Message{Kind: kind, Control: "none", Value: "\x00", Steps: -7, At: 1e300, Key: "é"})
		}
	}
	p.say(Message{Kind: "open", Address: "flips"})
	p.rests("flips")
}
