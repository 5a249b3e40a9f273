package synth

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
)

// peopleWithIDs returns a table with an id, a whole number of many values, a number that is not whole, and two words.
func peopleWithIDs(people int) string {
	var text strings.Builder
	text.WriteString("patient_id,income,weight,ward_id,ill\n")
	for i := range people {
		fmt.Fprintf(&text, "p%d,%d,%g,%d,%s\n", i, 1_000_000_000+37*i*i, 50+float64(i)/7, i%3, []string{"no", "yes"}[i%2])
	}
	return text.String()
}

// An id that most people have for themselves is left out and said to be, one that many share is not; others are dropped
// or kept on request.
func TestIDsAreLeftOut(t *testing.T) {
	path := file(t, "people.csv", peopleWithIDs(90))
	for _, c := range []struct {
		name string
		file File
		want string
	}{
		{"ids", File{Path: path, DropIDs: true}, "income weight ward_id ill"},
		{"dropped", File{Path: path, DropIDs: true, Drop: []string{"weight", "ward_id"}}, "income ill"},
		{"kept", File{Path: path, DropIDs: true, Keep: []string{"patient_id"}}, "patient_id income weight ward_id ill"},
		{"as they are", File{Path: path}, "patient_id income weight ward_id ill"},
	} {
		r, err := Read(t.Context(), c.file)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Schema.Columns(), " "); got != c.want {
			t.Errorf("%s: columns %s, want %s", c.name, got, c.want)
		}
		if said := strings.Contains(strings.Join(r.Notes, ";"), "patient_id"); said != (c.file.DropIDs && c.file.Keep == nil) {
			t.Errorf("%s: the notes are %q", c.name, r.Notes)
		}
	}
	many := file(t, "many.csv", peopleWithIDs(1500)) // more words than are kept
	if r, err := Read(t.Context(), File{Path: many, DropIDs: true}); err != nil || len(r.Schema.Attributes) != 4 {
		t.Errorf("1,500 ids: %d attributes, %v", len(r.Schema.Attributes), err)
	}
}

// What cannot be left out is said, and what would work.
func TestDropRefuses(t *testing.T) {
	path := file(t, "people.csv", peopleWithIDs(90))
	schema := file(t, "schema.json", `{"label": "ill", "attributes": [{"name": "income", "low": 0, "high": 2e9, "whole": true}, {"name": "ill", "words": ["no", "yes"]}]}`)
	for _, c := range []struct {
		file File
		says string
	}{
		{File{Path: path, Drop: []string{"age"}}, "age"},
		{File{Path: path, Drop: []string{"ill"}}, "ill"},
		{File{Path: path, Schema: schema}, "is not declared; a schema that has it, or leaving it out, would work"},
		{File{Path: path, Schema: schema, Drop: []string{"patient_id", "weight", "ward_id", "income"}}, "is declared and cannot be left out; a schema without it would work"},
		{File{Path: path, Schema: schema, Drop: []string{"age"}}, "age"},
		{File{Path: path, Schema: schema, Keep: []string{"patient_id"}}, "is kept, and the schema says which columns there are"},
	} {
		if _, err := Read(t.Context(), c.file); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", c.file, err, c.says)
		}
	}
	r, err := Read(t.Context(), File{Path: path, Schema: schema, Drop: []string{"patient_id", "weight", "ward_id"}})
	if err != nil || len(r.Schema.Attributes) != 2 || !r.Schema.Attributes[0].Whole {
		t.Errorf("%+v, %v", r.Schema, err)
	}
}

// Columns of whole numbers get whole numbers, of the bins that were drawn, with all their digits.
func TestWholeNumbersStayWhole(t *testing.T) {
	r, err := Read(t.Context(), File{Path: file(t, "people.csv", peopleWithIDs(90)), DropIDs: true})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Fit(t.Context(), r, Settings{Epsilon: 5, Delta: 1e-6, Workload: Labels, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := m.Draw(500, false, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range rows.Numbers[0] {
		if v != math.Trunc(v) || r.Schema.Attributes[0].bin(v) != rows.Codes[0][i] {
			t.Fatalf("income %v in bin %d, which holds it %v", v, rows.Codes[0][i], r.Schema.Attributes[0].bin(v))
		}
	}
	var out bytes.Buffer
	if err := rows.Write(&out, func(s string) string { return s }); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n")[1:] {
		cells := strings.Split(line, ",")
		if len(cells[0]) != len("1000000000") || strings.ContainsAny(cells[0], ".e") || !strings.Contains(cells[1], ".") {
			t.Fatalf("the row %s", line)
		}
	}
}

// Every bin of whole numbers has one, and a number on an edge is in the bin above it.
func TestWholeNumbersOfBins(t *testing.T) {
	a := Attribute{Name: "n", Whole: true, Edges: []float64{0, 2.5, 4, 6}}
	for bin, want := range [][2]float64{{0, 2}, {3, 3}, {4, 6}} {
		if first, last := a.wholeIn(bin); first != want[0] || last != want[1] {
			t.Errorf("bin %d has %g to %g, want %v", bin, first, last, want)
		}
		for share := 0.0; share < 1; share += 0.01 {
			if v := a.draw(bin, share); a.bin(v) != uint16(bin) || v != math.Trunc(v) {
				t.Errorf("bin %d at %g: %g", bin, share, v)
			}
		}
	}
	a.Edges = []float64{0, 0.25, 0.75, 1}
	if err := a.check(); err == nil || !strings.Contains(err.Error(), "has none from 0.25 to 0.75; wider bins would work") {
		t.Errorf("an empty bin: %v", err)
	}
}
