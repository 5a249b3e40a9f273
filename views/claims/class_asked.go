package claims

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"dpscope/assets"
)

// question is what a step of a lesson that comes with the program asks, with its numbers left open but for those that are the
// answer by a misconception and stand in by; empty: the lesson is another one, or of another version.
func question(lesson string, version, step int, by map[string]string) string {
	source, err := assets.Lesson(lesson)
	text := string(source)
	if err != nil || !strings.Contains(text, fmt.Sprintf("\nversion: %d\n", version)) {
		return ""
	}
	steps := strings.Split(text, "```step\n")
	if step < 1 || step >= len(steps) {
		return ""
	}
	block, _, _ := strings.Cut(steps[step], "```")
	asks := ""
	var known []string
	for line := range strings.Lines(block) {
		if text, found := strings.CutPrefix(line, "question: "); found {
			asks = strings.TrimSpace(text)
		}
		if wrong, found := strings.CutPrefix(line, "wrong: "); found {
			formula, key, _ := strings.Cut(strings.TrimSpace(wrong), " -> ")
			if number := by[key]; number != "" {
				known = append(known, "{"+formula+"}", number)
			}
		}
	}
	return open(strings.NewReplacer(known...).Replace(asks))
}

// open is a question with an ellipsis for each number that its lesson computes.
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

// inLead is the question as the lead quotes it: its last sentences where it is too long.
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
