package claims

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"dpscope/assets"
	"dpscope/engine/classroom"
)

// asks holds the question of a lesson's step, with its numbers left open.
type asks struct {
	question string
	options  []string // in the order in which they are shown; nil: none, or they are not known
	filled   bool     // options hold no computed number
}

// asksOf reads a step of a lesson that comes with the program; it is empty for another lesson, or another version. The numbers
// of wrong answers stand in by misconception.
func asksOf(lesson string, version, step int, by map[string]string) (a asks) {
	source, err := assets.Lesson(lesson)
	text := string(source)
	if err != nil || !strings.Contains(text, fmt.Sprintf("\nversion: %d\n", version)) {
		return a
	}
	steps := strings.Split(text, "```step\n")
	if step < 1 || step >= len(steps) {
		return a
	}
	block, _, _ := strings.Cut(steps[step], "```")
	var known, options []string
	for line := range strings.Lines(block) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "question":
			a.question = value
		case "option":
			options = append(options, optionText(value))
		case "wrong":
			formula, misconception, _ := strings.Cut(value, " -> ")
			if number := by[misconception]; number != "" {
				known = append(known, "{"+formula+"}", number)
			}
		}
	}
	a.question = open(strings.NewReplacer(known...).Replace(a.question))
	a.filled = true
	for _, text := range classroom.Shuffled(options, func(text string) string { return text }) {
		a.filled = a.filled && !strings.Contains(text, "{")
		a.options = append(a.options, open(text))
	}
	return a
}

// optionText returns the text of an option that is written "a. TEXT -> MISCONCEPTION when EXPRESSION".
func optionText(line string) string {
	_, text, _ := strings.Cut(line, ". ")
	for _, end := range []string{" when ", "->"} {
		if i := strings.LastIndex(text, end); i >= 0 {
			text = text[:i]
		}
	}
	return strings.TrimSpace(text)
}

// open returns a question with an ellipsis for each number that its lesson computes.
func open(text string) string {
	for {
		before, rest, found := strings.Cut(text, "{")
		if !found {
			return text
		}
		_, after, _ := strings.Cut(rest, "}")
		text = before + "…" + after
	}
}

// inLead returns the question as the lead quotes it: its last sentences where it is too long.
func inLead(text string) string {
	const most = 114 // letters
	cut := ""
	for utf8.RuneCountInString(text) > most {
		_, rest, found := strings.Cut(text, ". ")
		if !found {
			return ""
		}
		cut, text = "… ", rest
	}
	return cut + text
}
