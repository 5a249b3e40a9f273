package session

import (
	"context"
	"strconv"
	"strings"

	"dpscope/engine/work"
	"dpscope/views/mydata"
	"dpscope/views/sweep"
	"dpscope/views/view"
)

// open lists the questions that a file can answer.
func (s *Session) open(file string) {
	if file == "" {
		s.say("open takes a file: open people.csv.")
		return
	}
	s.offer([]string{file})
}

// offer lists the questions that files can answer, best first, or the settings of a table that a sweep wrote.
func (s *Session) offer(files []string) {
	for _, file := range files {
		if err := work.MayOpen(s.ctx, file); err != nil {
			s.say(sentence(err.Error()))
			return
		}
	}
	data, err := during(s, func(ctx context.Context) (mydata.Data, error) { return mydata.Open(ctx, files) })
	if err != nil {
		s.fails(err)
		return
	}
	if swept := data.Path(view.Sweep); swept != "" {
		s.settings(swept)
		return
	}
	s.listed = nil
	s.say(sentence(data.Name() + ". " + data.Columns()))
	for _, q := range data.Questions() {
		if q.Why != "" {
			s.say("Not answered: " + q.View.Question + " " + capital(sentence(q.Why)))
			continue
		}
		s.listed = append(s.listed, q.View.Address(q.Values))
		s.say(strconv.Itoa(len(s.listed)) + ". " + q.View.Question)
	}
	s.tellListed()
}

// settings lists the first settings of a table that a sweep wrote.
func (s *Session) settings(file string) {
	const most, bytes = 20, 1 << 16
	if s.Files == nil {
		s.say(sentence(work.ErrNoFiles.Error()))
		return
	}
	text, _, err := s.Files.Begin(file, bytes)
	var rows []sweep.Row
	if err == nil {
		rows, err = sweep.Rows(string(text))
	}
	if err != nil {
		s.say(sentence(err.Error()))
		return
	}
	s.listed = nil
	for _, r := range rows[:min(most, len(rows))] {
		s.listed = append(s.listed, r.Address)
		s.say(strconv.Itoa(len(s.listed)) + ". " + strings.TrimSpace(r.Address))
	}
	s.tellListed()
}

// tellListed says how a line of the list is opened.
func (s *Session) tellListed() {
	if len(s.listed) > 0 {
		s.say("Say go and a number.")
	}
}
