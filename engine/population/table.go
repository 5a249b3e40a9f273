package population

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/agreement"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Table holds the records of a population that the mechanisms accept.
type Table struct {
	Key    TableKey
	Rows   [][]float64
	Lines  []int    // per record its line in the file; nil for made-up records
	Truth  []int    // true class of each record, if made-up records have one; otherwise nil
	IDName string   // of the file's column of ids; empty: none
	IDs    []string // of each record, as written in the file; nil without ids
	Total  int      // number of records, including those left out
	Scale  bool     // the classifier's file says how to scale raw private values
	Notes  []string // how the file was prepared

	path    string          // of the file; empty: made-up records
	part    table.Part      // of the file
	ordered map[string]bool // as in table.Data
	Columns []string        // of the file

	Lacking, Beyond Odd          // left out: a value is missing, or a private one lies outside [0, 1]
	Moved           Odd          // a private value was moved into [0, 1], which changes the record
	outside         map[int]bool // features with a private value outside
	Filled, Gaps    Odd          // values, not records: missing ones that the classifier's file fills, or the classifier takes
}

// Odd counts records that are not taken as they are, and says why.
type Odd struct {
	Records int
	Why     string // "bmi missing"
}

// TableKey says which table is meant, by content.
type TableKey struct {
	Model   string // the classifier's word, or its file as it is
	Data    string // a built-in set, or a file
	Private string
	ID      string // the file's column of ids; empty: one that is called so
	Raw     bool   // the file holds raw values
	Clamp   bool   // values outside [0, 1] are moved to the nearer end
	Seed    uint64 // of records that are made up; a file has none
}

// OpenTable reads the records of a file or a built-in set. They are kept by the
// session.
func OpenTable(ctx context.Context, m *model.Model, private []int, key TableKey) (*Table, error) {
	word := key.Data
	if !table.IsBuiltIn(word) {
		if err := work.MayOpen(ctx, word); err != nil {
			return nil, err
		}
		key.Seed = 0
	} else if key.ID != "" {
		return nil, fmt.Errorf("id = %s: simulated records have no ids; a file would work", source.Quote(key.ID))
	}
	key.Data = work.Identity(ctx, word)
	return work.Reported(ctx, key, (*Table).bytes, func(ctx context.Context) (*Table, error) {
		if err := agreement.CheckScale(m, private); err != nil {
			return nil, err
		}
		t, err := readTable(ctx, m, private, word, key, table.Part{})
		if err != nil {
			return nil, err
		}
		if alike := t.alike(); alike != "" {
			t.Notes = append(t.Notes, alike)
		}
		return t, t.anybody(word)
	})
}

// anybody refuses a table without usable records.
func (t *Table) anybody(word string) error {
	if len(t.Rows) > 0 {
		return nil
	}
	return fmt.Errorf("data = %s: which scale is the table in? No record has its private values in [0, 1], where the mechanisms work; %s",
		source.Quote(word), t.wayIn())
}

// readTable reads a part of a table.
func readTable(ctx context.Context, m *model.Model, private []int, word string, key TableKey, part table.Part) (*Table, error) {
	d, survey, err := table.Named(ctx, word, key.Seed, table.RecordOptions{
		Features: m.Features, ClassNames: m.ClassNames, ID: key.ID, Raw: key.Raw, Missing: table.DropMissing, Part: part,
		Gaps: func(f int) bool {
			return learners.CapabilitiesOf(m.Classifier).TakesMissing && !slices.Contains(private, f)
		}})
	if err != nil {
		return nil, err
	}
	t := &Table{Key: key, Notes: survey.Notes(), Total: survey.Dropped + d.Len(), Columns: d.Columns, part: part, ordered: d.Ordered}
	if !table.IsBuiltIn(word) {
		t.path = word
	}
	for _, f := range private {
		t.Scale = t.Scale || m.Features[f].Scale != (table.Scale{})
	}
	if survey.Dropped > 0 {
		t.Lacking = Odd{survey.Dropped, listed(columnsOf(survey.Missing)) + " missing"}
	}
	t.Filled = oddValues(survey.ByModel, " filled in")
	t.Gaps = oddValues(survey.Gaps, " missing, which the classifier takes")
	t.take(d, private, m)
	return t, nil
}

// take keeps the records with private values that the mechanisms accept, or moves them into range, and counts
// the others and those moved. Public values reach the classifier unchanged, wherever they lie.
func (t *Table) take(d table.Data, private []int, m *model.Model) {
	t.IDName = d.IDName
	t.outside = map[int]bool{}
	odd := 0
	for i := range d.Len() {
		row, moved := inside(d.Row(i), private, t.outside)
		if moved {
			odd++
		}
		if moved && !t.Key.Clamp {
			continue
		}
		t.Rows = append(t.Rows, row)
		if d.Lines != nil {
			t.Lines = append(t.Lines, d.Lines[i])
		}
		if d.IDs != nil {
			t.IDs = append(t.IDs, d.IDs[i])
		}
		if d.Lines == nil && d.Y != nil {
			t.Truth = append(t.Truth, d.Y[i])
		}
	}
	t.odd(odd, private, m)
}

// odd enters how many records have a private value outside [0, 1], and in which features.
func (t *Table) odd(records int, private []int, m *model.Model) {
	var names, ends []string
	for _, f := range private {
		if t.outside[f] {
			names = append(names, m.Features[f].Name)
			ends = append(ends, t.ends(m.Features[f]))
		}
	}
	same := len(slices.Compact(slices.Clone(ends))) == 1
	say := func(done string) string {
		if same {
			return listed(names) + done + ends[0]
		}
		for i := range names {
			names[i] += done + ends[i]
		}
		return listed(names)
	}
	switch {
	case records == 0:
	case t.Key.Clamp:
		t.Moved = Odd{records, say(" moved into ")}
	default:
		t.Beyond = Odd{records, say(" outside ")}
	}
}

// ends returns the range of a private value in the file's units: "10 to 60 kg", or "0 to 1" if it is scaled
// already.
func (t *Table) ends(f table.Feature) string {
	if !t.Key.Raw {
		return "0 to 1"
	}
	return f.Ends()
}

// inside returns the record with its private values moved to the nearer end of [0, 1], and whether any was
// moved; outside marks the features of moved ones.
func inside(row []float64, private []int, outside map[int]bool) (in []float64, moved bool) {
	in = row
	for _, f := range private {
		if 0 <= row[f] && row[f] <= 1 {
			continue
		}
		if !moved {
			in, moved = slices.Clone(row), true
		}
		in[f], outside[f] = min(max(row[f], 0), 1), true
	}
	return in, moved
}

// strange reports whether most records have a private value outside [0, 1], as on a wrong scale.
func (t *Table) strange() bool { return 2*max(t.Beyond.Records, t.Moved.Records) > t.Total }

// wayIn says how to bring private values into [0, 1], as far as it has not been done. Moving most of them to
// an end would make other people of them, and is no way.
func (t *Table) wayIn() string {
	switch {
	case !t.Key.Raw && t.Scale:
		return "values=raw scales raw values as the classifier's file says"
	case !t.Key.Raw:
		return "bounds (dpscope convert MODEL.json --bounds NAME=LOW..HIGH), which declare raw values, would work"
	}
	return "other bounds, or values in those units, would work"
}

// oddValues counts values of columns, with their treatment.
func oddValues(counts []table.Count, done string) Odd {
	o := Odd{}
	for _, c := range counts {
		o.Records += c.Cells
	}
	o.Why = "values of " + listed(columnsOf(counts)) + done
	return o
}

func columnsOf(counts []table.Count) []string {
	var names []string
	for _, c := range counts {
		names = append(names, c.Column)
	}
	return names
}

// listed names a few: "bmi", "age or bmi", "age, bmi or 3 more".
func listed(names []string) string {
	const most = 3
	if len(names) > most {
		names = append(names[:most-1:most-1], fmt.Sprintf("%d more", len(names)-most+1))
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// LeftOut returns the number of records left out.
func (t *Table) LeftOut() int { return t.Lacking.Records + t.Beyond.Records }

// whyLeft says how many records are left out and why: "280 unusable: 201 bmi
// missing, 79 bmi outside 0 to 1"; nothing when none are.
func (t *Table) whyLeft() string {
	left := numeral.Count(float64(t.LeftOut())) + " unusable: "
	switch {
	case t.LeftOut() == 0:
		return ""
	case t.Beyond.Records == 0:
		return left + t.Lacking.Why
	case t.Lacking.Records == 0:
		return left + t.Beyond.Why
	}
	return left + t.Lacking.String() + ", " + t.Beyond.String()
}

// String returns the number, and the reason.
func (o Odd) String() string { return numeral.Count(float64(o.Records)) + " " + o.Why }

// Name identifies the i-th record: by its line in the file, or by its number among made-up ones.
func (t *Table) Name(i int) string {
	if t.Lines == nil {
		return fmt.Sprintf("record %d", i+1)
	}
	return fmt.Sprintf("line %d", t.Lines[i])
}

// FullName returns Name with the record's id, if the file has ids: "line 212 (patient_id 33943)".
func (t *Table) FullName(i int) string {
	if t.IDs == nil {
		return t.Name(i)
	}
	return fmt.Sprintf("%s (%s %s)", t.Name(i), t.IDName, t.IDs[i])
}

func (t *Table) bytes() int64 {
	bytes := int64(0)
	for _, id := range t.IDs {
		bytes += 16 + int64(len(id))
	}
	for _, row := range t.Rows {
		bytes += 60 + 8*int64(len(row))
	}
	return bytes
}
