package browser

import (
	"regexp"
	"strings"
	"testing"
)

// A lesson of a class goes from its link to its hand-in, with an answer of every step; what is kept opens it where it was left.
func TestLessonToItsHandIn(t *testing.T) {
	const link = "lesson?class=maths&lessons=promise&student=Ann"
	p := opened(t, link)
	p.until("the opening", func() bool { return strings.Contains(p.parts["lesson"], "Class maths, as Ann") })
	for range 200 {
		p.mutex.Lock()
		text := p.parts["lesson"]
		p.mutex.Unlock()
		switch {
		case strings.Contains(text, "The lesson is done"):
			p.say(Message{Kind: "hand-in"})
			p.until("the file to hand in", func() bool { return len(p.saved) == 1 })
			if s := p.saved[0]; s.Name != "maths-ann.csv" && s.Name != "maths-Ann.csv" || strings.Count(string(s.Data), "\n") < 5 || !strings.Contains(string(s.Data), "promise") {
				t.Errorf("%s:\n%s", s.Name, s.Data)
			}
			again := opened(t, "")
			again.say(Message{Kind: "start", Kept: p.kept, Address: link, Width: 700})
			again.until("the last step", func() bool { return regexp.MustCompile(`step (\d+) of (\d+)`).MatchString(again.parts["lesson"]) })
			if found := regexp.MustCompile(`step (\d+) of (\d+)`).FindStringSubmatch(again.parts["lesson"]); found[1] != found[2] {
				t.Errorf("it opens at %s", found[0])
			}
			return
		case strings.Contains(text, "computing …") || text == "":
		case strings.Contains(text, `class="options"`):
			p.say(Message{Kind: "answer", Steps: 1, Key: "enter"})
		case strings.Contains(text, ">Answer<"):
			p.say(Message{Kind: "answer", Control: "text", Value: "30"})
			p.say(Message{Kind: "answer", Control: "point", At: 0.3})
			p.say(Message{Kind: "answer", Key: "enter"})
		default:
			p.say(Message{Kind: "key", Key: "n"})
		}
		p.until("the lesson to go on", func() bool { return p.parts["lesson"] != text })
	}
	t.Errorf("the lesson does not end: %s", p.parts["lesson"])
}

// A prediction moves on its axis, and stands beside the truth once it is given.
func TestPrediction(t *testing.T) {
	p := opened(t, "lesson?name=coin")
	p.until("the opening", func() bool { return strings.Contains(p.parts["lesson"], ">Begin<") })
	p.say(Message{Kind: "key", Key: "n"})
	p.until("the axis", func() bool { return strings.Contains(p.parts["lesson"], `id="point"`) })
	if strings.Contains(p.parts["lead"], "answer") || strings.Contains(p.parts["readings"], "26.9") {
		t.Error("the page tells the answer before it is predicted")
	}
	p.say(Message{Kind: "answer", Control: "point", At: 0.2})
	p.until("the mark at 10 %", func() bool { return strings.Contains(p.parts["lesson"], "10.0 %") })
	p.say(Message{Kind: "answer", Key: "enter"})
	p.until("the truth", func() bool {
		return strings.Contains(p.parts["lesson"], "You said 10.0 %, it is") && strings.Contains(p.parts["lesson"], `id="truth"`)
	})
	p.say(Message{Kind: "forget"})
	p.until("nothing to be kept", func() bool { return p.kept == "" })
}

// The list of lessons says how far one is.
func TestLessonsAreListed(t *testing.T) {
	p := opened(t, "")
	p.rests("survey")
	p.say(Message{Kind: "key", Key: "L"})
	p.until("the lessons", func() bool {
		return strings.Contains(p.parts["found"], "Begin lesson 1") && strings.Contains(p.parts["found"], "Clear my progress")
	})
	p.say(Message{Kind: "lesson", Steps: 1})
	p.until("lesson 1", func() bool { return strings.Contains(p.parts["lesson"], "Lesson 1") && p.parts["found"] == "" })
	p.say(Message{Kind: "close"})
	p.until("the page", func() bool { return p.parts["lesson"] == "" })
}
