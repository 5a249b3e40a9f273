package sweep

import (
	"context"
	"math"
	"slices"
	"strings"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/views"
	"dpscope/views/view"
)

// Table is a sweep as rows: for each setting its number, its words for the varying controls and its address, and then one row a
// reading; or, wide, one row of fixed columns.
type Table struct {
	Sweep
	Columns []engine.TableColumn
	form    Form
	keys    []string // see encoder
	only    view.Chosen
	wide    []string // readings that have columns, by the names of read; nil: each has a row
}

// Layout says which table a sweep makes.
type Layout struct {
	Readings []string // by the names of read; nil: all
	Wide     bool     // one row a setting
	Form     Form
}

// Table returns the table of a layout. The error says which reading does not exist, or, for a wide table, why no setting shows
// which readings there are.
func (s Sweep) Table(ctx context.Context, l Layout) (*Table, error) {
	t := &Table{Sweep: s, form: l.Form}
	var err error
	if t.only, err = views.Choose(s.View, l.Readings); err != nil {
		return nil, err
	}
	t.Columns = append(t.Columns, s.settingColumns()...)
	if !l.Wide {
		t.Columns = append(t.Columns, readingColumns(l.Form)...)
		t.keys = keysOf(t.Columns)
		return t, nil
	}
	if t.wide, err = s.readings(ctx, l.Readings, t.only); err != nil {
		return nil, err
	}
	for _, name := range t.wide {
		t.Columns = append(t.Columns, wideColumns(name)...)
	}
	t.Columns = append(t.Columns, engine.TableColumn{Name: "error", Title: "why the setting has no answers", Text: true})
	t.keys = keysOf(t.Columns)
	return t, nil
}

// Works returns the works that the rows may rest on: by the declarations of the view and of the varying options, and by the
// answers to the first setting. So they are the same for every shard, and for a resumed sweep.
func (t *Table) Works(ctx context.Context) []assets.Source {
	var settings []param.Values
	try := func(words []string) {
		_, query, _ := strings.Cut(t.Query(words), "?")
		if values, err := t.View.Setting(query); err == nil {
			settings = append(settings, values)
		}
	}
	try(t.Words(0))
	for j, v := range t.Varying {
		if v.Numbers {
			continue
		}
		for i := range v.Count {
			words := t.Words(0)
			words[j] = v.Word(i)
			try(words)
		}
	}
	answers, _ := t.Answers(ctx, t.Query(t.Words(0)), t.only.Told()) // without them the declarations remain
	return t.View.WorksOf(settings, t.only, answers)
}

// settingColumns returns the columns that identify a row's setting.
func (s Sweep) settingColumns() []engine.TableColumn {
	columns := []engine.TableColumn{{Name: rowColumn, Title: "number of the setting, from 0", Whole: true}}
	for _, v := range s.Varying {
		columns = append(columns, engine.TableColumn{Name: v.Key, Title: v.Title, Unit: v.Unit, Text: !v.Numbers})
	}
	return append(columns, engine.TableColumn{Name: addressColumn, Title: "opens the setting", Text: true})
}

// readingColumns returns the columns of read after its address; where a column has one type, words have a column of their own.
func readingColumns(form Form) []engine.TableColumn {
	columns := []engine.TableColumn{{Name: "reading", Title: "the answer; error where the setting cannot be", Text: true}}
	if form == Parquet {
		columns = append(columns, engine.TableColumn{Name: "value", Title: "the number"},
			engine.TableColumn{Name: "word", Title: "an answer that is a word; none where there is none", Text: true})
	} else {
		columns = append(columns,
			engine.TableColumn{Name: "value", Title: "the number, or the answer in a word; none where there is none", Text: true})
	}
	return append(columns,
		engine.TableColumn{Name: "low", Title: "lower end of what is known of it"},
		engine.TableColumn{Name: "high", Title: "upper end of what is known of it"},
		engine.TableColumn{Name: "basis", Title: "how the number is known", Text: true},
		engine.TableColumn{Name: "unit", Title: "of value, low and high; of an error, why", Text: true})
}

// wideColumns returns the columns of one reading in a wide table, one type each.
func wideColumns(name string) []engine.TableColumn {
	return []engine.TableColumn{
		{Name: name, Title: "the number"},
		{Name: name + ".low", Title: "lower end of what is known of it"},
		{Name: name + ".high", Title: "upper end of what is known of it"},
		{Name: name + ".word", Title: "an answer that is a word", Text: true},
		{Name: name + ".basis", Title: "how it is known", Text: true},
	}
}

// readings returns the readings that a wide table has columns for: the requested ones, if each name is one reading; else those
// of the first possible settings, in the order of read.
func (s Sweep) readings(ctx context.Context, names []string, only view.Chosen) ([]string, error) {
	family := func(name string) bool {
		return slices.ContainsFunc(s.View.Declared,
			func(d view.Declared) bool { return d.Of != "" && d.Name == strings.TrimPrefix(name, "hold.") })
	}
	if len(names) > 0 && !slices.ContainsFunc(names, family) {
		return names, nil
	}
	const tried = 64
	var first error
	for i := range min(s.Count, tried) {
		answers, err := s.Answers(ctx, s.Query(s.Words(i)), only)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		var found []string
		for _, a := range answers {
			found = append(found, a.Key.String())
		}
		return found, nil
	}
	return nil, first
}

// Said tells what the rows of a setting say.
type Said int

// A setting has answers; or it is impossible, which its row says; or it has none of the requested readings.
const (
	Answers Said = iota
	Trouble
	Nothing
)

// Append computes the answers to setting i and appends their rows. The error reports only a cancelled computation.
func (t *Table) Append(ctx context.Context, to []byte, i uint64) (rows []byte, said Said, err error) {
	words := t.Words(i)
	address := t.Query(words)
	answers, trouble := t.Answers(ctx, address, t.only)
	if err := ctx.Err(); err != nil {
		return to, said, context.Cause(ctx)
	}
	switch {
	case trouble != nil:
		said = Trouble
	case len(answers) == 0:
		said = Nothing
	}
	e := &encoder{form: t.form, keys: t.keys, to: to}
	if t.wide != nil {
		t.row(e, i, words, address)
		t.across(e, answers, trouble)
		return e.to, said, nil
	}
	from, until := len(e.to), 0
	begin := func() {
		if until == 0 {
			t.row(e, i, words, address)
			until = len(e.to)
			return
		}
		e.to = append(e.to, e.to[from:until]...)
		e.cell = 2 + len(words)
	}
	if trouble != nil {
		begin()
		e.text("error")
		e.nothing()
		if t.form == Parquet {
			e.nothing()
		}
		e.nothing()
		e.nothing()
		e.text("")
		e.text(trouble.Error())
		e.end()
	}
	for _, a := range answers {
		begin()
		e.text(a.Key.String())
		value(e, a.Known)
		ends(e, a.Known)
		e.text(a.Known.How())
		e.text(a.Unit)
		e.end()
	}
	return e.to, said, nil
}

// row begins the rows of a setting.
func (t *Table) row(e *encoder, i uint64, words []string, address string) {
	e.whole(i)
	for j, v := range t.Varying {
		switch {
		case words[j] == "": // it does not apply here
			e.nothing()
		case v.Numbers:
			e.written(words[j])
		default:
			e.text(words[j])
		}
	}
	e.text(address)
}

// across writes the cells of a wide row.
func (t *Table) across(e *encoder, answers []engine.Reading, trouble error) {
	for _, name := range t.wide {
		i := slices.IndexFunc(answers, func(a engine.Reading) bool { return a.Key.String() == name })
		if i < 0 {
			for range wideColumns(name) {
				e.nothing()
			}
			continue
		}
		v := answers[i].Known
		if v.Word != "" {
			e.number(math.NaN())
		} else {
			e.number(v.Value)
		}
		ends(e, v)
		e.text(v.Word)
		e.text(v.How())
	}
	if trouble != nil {
		e.text(trouble.Error())
	} else {
		e.text("")
	}
	e.end()
}

// value writes a number, or the word for an answer, as read does; where a column has one type, into one of two.
func value(e *encoder, v known.Value) {
	word := v.Word
	if word == "" && v.Missing() {
		word = "none"
	}
	switch {
	case e.form != Parquet && word != "":
		e.text(word)
	case e.form != Parquet:
		e.number(v.Value)
	case word != "":
		e.nothing()
		e.text(word)
	default:
		e.number(v.Value)
		e.nothing()
	}
}

// ends writes the ends of the interval; nothing where there is none.
func ends(e *encoder, v known.Value) {
	if low, high, ok := v.Interval(); ok {
		e.number(low)
		e.number(high)
		return
	}
	e.nothing()
	e.nothing()
}
