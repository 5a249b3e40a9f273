package lesson

import (
	"time"

	"dpscope/ui/entry"
	"dpscope/views/formula"
	"dpscope/views/lesson"
)

// Stand tells the lesson the setting of the page.
func (r *Run) Stand(address string) { r.stands = address }

// Moved reports whether the page has left the setting that a sentence of advice was written about.
func (r *Run) Moved() bool {
	a, answered := r.answers[r.step]
	return answered && r.Step().Ask.Kind == lesson.Advice && r.stands != "" && a.Address != r.stands
}

// Write begins a sentence about the page as it stands; taken reports whether the step asks for one.
func (r *Run) Write() (taken bool) {
	if r.Step().Ask.Kind != lesson.Advice || !r.filled || r.room || r.stage != Asking && !r.Moved() {
		return false
	}
	r.stage, r.writing, r.typed = Asking, true, entry.New(r.answers[r.step].Prediction)
	return true
}

// Unwrite abandons the sentence being written; taken reports whether there was one.
func (r *Run) Unwrite() (taken bool) {
	if !r.writing {
		return false
	}
	r.writing, r.typed = false, nil
	if _, answered := r.answers[r.step]; answered {
		r.stage = Understanding
	}
	return true
}

// advise keeps the sentence with the setting that it is about; the last one counts. An empty one skips the task.
func (r *Run) advise(now time.Time) (taken bool) {
	if !r.writing {
		return false
	}
	r.writing = false
	if r.typed.Text() == "" {
		r.Skip(now)
		return true
	}
	r.record(Answer{Step: r.step, Kind: string(lesson.Advice), Prediction: r.typed.Text(), Address: r.stands}, now)
	return true
}

// left returns the setting that the advice was written at.
func (r *Run) left() (at lesson.Setting, found bool) {
	address := r.answers[r.step].Address
	if address == "" {
		return at, false
	}
	at, err := formula.At(address)
	return at, err == nil && at.View.Name == r.Step().At.View.Name
}

// Advised returns the advice in each step of a lesson that was left.
func (l Left) Advised(of lesson.Lesson) []lesson.Advised {
	list := make([]lesson.Advised, len(of.Steps))
	for _, a := range l.Answers {
		if a.Step >= 0 && a.Step < len(list) && a.Address != "" {
			list[a.Step] = lesson.Advised{Address: a.Address, Sentence: a.Prediction}
		}
	}
	return list
}
