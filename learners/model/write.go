package model

import (
	"fmt"
	"io"
	"slices"

	"dpscope/learners"
	"dpscope/learners/modelfile"
)

// Write writes m as JSON that Read gives back: the same numbers to the last
// bit, the same names.
func (m *Model) Write(w io.Writer) error {
	c, err := writable(m.Classifier)
	if err != nil {
		return err
	}
	name := c.Kind().Name
	if slices.Contains(c.Kind().Also, m.Kind) {
		name = m.Kind
	}
	doc := modelfile.Members{}.Add("format", Format).Add("kind", name)
	if m.Title != "" {
		doc = doc.Add("title", m.Title)
	}
	if len(m.Provenance) > 0 {
		var notes modelfile.Members
		for _, n := range m.Provenance {
			notes = notes.Add(n.Key, n.Text)
		}
		doc = doc.Add("provenance", notes)
	}
	doc = doc.Add("features", m.FeatureNames()).Add("sensitive", m.PrivateNames()).Add("classes", m.ClassNames)
	if m.ClassTitles != nil {
		doc = doc.Add("class_titles", m.ClassTitles)
	}
	if scales := m.scaleMembers(); len(scales) > 0 {
		doc = doc.Add("normalisation", scales)
	}
	doc = append(doc, c.Members()...)
	if m.Training.Said() {
		doc = doc.Add("training", m.Training.members())
	}
	if len(m.Records) > 0 {
		doc = doc.Add("records", recordMembers(m.Records))
	}
	return modelfile.Write(w, m.Name, doc)
}

// writable returns c as a declared classifier, if it is sound.
func writable(c learners.Classifier) (learners.Declared, error) {
	d, ok := c.(learners.Declared)
	if !ok {
		return nil, fmt.Errorf("%s has no file format; a classifier of a kind of its own would work", learners.Title(c))
	}
	return d, d.Check()
}

func (m *Model) scaleMembers() modelfile.Members {
	var scales modelfile.Members
	for _, f := range m.Features {
		var s modelfile.Members
		if f.Scale.Offset != 0 {
			s = s.Add("offset", f.Scale.Offset)
		}
		if f.Scale.Divisor != 0 && f.Scale.Divisor != 1 {
			s = s.Add("divisor", f.Scale.Divisor)
		}
		if f.Scale.FromData {
			s = s.Add("from_data", true)
		}
		for _, t := range []Note{{"unit", f.Unit}, {"column", f.Column}, {"word", f.Word}, {"note", f.Text}} {
			if t.Text != "" {
				s = s.Add(t.Key, t.Text)
			}
		}
		if f.Missing != "" {
			s = s.Add("missing", f.Missing)
		}
		if f.Words != nil {
			s = s.Add("words", f.Words)
		}
		if f.Other != nil {
			s = s.Add("other", *f.Other)
		}
		if len(s) > 0 {
			scales = scales.Add(f.Name, s)
		}
	}
	return scales
}

func recordMembers(records []Record) []modelfile.Members {
	list := make([]modelfile.Members, len(records))
	for i, r := range records {
		list[i] = modelfile.Members{}.Add("id", r.ID).Add("x", r.X)
		if r.Note != "" {
			list[i] = list[i].Add("note", r.Note)
		}
	}
	return list
}
