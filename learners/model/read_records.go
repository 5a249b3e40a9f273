package model

import (
	"encoding/json"
	"fmt"
	"strconv"

	"dpscope/engine/numeral"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// maxRecords limits the examples of a file.
const maxRecords = 100000

func (o file) records(m *Model) error {
	var raw []json.RawMessage
	if err := o.May("records", &raw, maxRecords); err != nil {
		return err
	}
	var ids []string
	for i, r := range raw {
		record, err := readRecord(r, i, len(m.Features))
		if err != nil {
			return fmt.Errorf("record %d: %w", i, err)
		}
		ids = append(ids, record.ID)
		m.Records = append(m.Records, record)
	}
	return source.Distinct("records", ids)
}

func readRecord(raw json.RawMessage, i, dims int) (Record, error) {
	o, err := modelfile.NewObject(raw)
	if err != nil {
		return Record{}, err
	}
	if err := o.Only("id", "x", "note", "dataset_row"); err != nil {
		return Record{}, err
	}
	r := Record{ID: "record-" + strconv.Itoa(i)}
	if o.Has("id") {
		if r.ID, err = modelfile.Word(o.Raw("id")); err != nil {
			return Record{}, fmt.Errorf("id: %w", err)
		}
	}
	if err := o.Need("x", &r.X, table.MaxFeatures); err != nil {
		return Record{}, err
	}
	if len(r.X) != dims {
		return Record{}, fmt.Errorf("x has %s; %d, one per feature, would work", numeral.Things(len(r.X), "number"), dims)
	}
	err = o.May("note", &r.Note)
	r.Note = source.Clean(r.Note, source.MaxNote)
	return r, err
}

// provenance reads an object of notes, in the file's order.
func (o file) provenance(m *Model) error {
	if err := o.May("title", &m.Title); err != nil {
		return err
	}
	m.Title = source.Name(m.Title)
	if !o.Has("provenance") {
		return nil
	}
	p, err := modelfile.NewObject(o.Raw("provenance"))
	if err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	var keys []string
	for i, key := range p.Keys() {
		raw := p.Raw(key)
		text, err := modelfile.Text(raw)
		if err != nil {
			return fmt.Errorf("provenance, number %d: %w", i, err)
		}
		name := source.Name(key)
		if name == "" {
			return fmt.Errorf("provenance, number %d: the key has no character that can be shown; a word would work", i)
		}
		keys = append(keys, name)
		m.Provenance = append(m.Provenance, Note{name, source.Clean(text, source.MaxNote)})
	}
	return source.Distinct("keys of provenance", keys)
}
