package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dpscope/engine/oracle"
)

func table(text string, options Options) (Data, Survey, error) {
	return Read(context.Background(), strings.NewReader(text), "f.csv", options)
}

func TestTablesBecomeFeatures(t *testing.T) {
	const people = "\ufeffage,smokes,city,stroke\r\n20,no,\"Rome, old\",1\r\n 40 ,yes,Oslo,0\r\n30,yes,Bonn,0\r\n"
	d, s, err := table(people, Options{Label: "stroke", MinMax: true})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range d.Features {
		names = append(names, f.Name)
	}
	if got, want := strings.Join(names, "|"), "age|smokes=yes|city=Bonn|city=Oslo|city=Rome; old"; got != want {
		t.Errorf("features %s, want %s", got, want)
	}
	want := []float64{0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0.5, 1, 1, 0, 0}
	if !reflect.DeepEqual(d.X, want) || !reflect.DeepEqual(d.Y, []int{1, 0, 0}) || !reflect.DeepEqual(d.ClassNames, []string{"0", "1"}) {
		t.Errorf("X %v, Y %v, classes %v", d.X, d.Y, d.ClassNames)
	}
	if f := d.Features[4]; f.Column != "city" || f.Word != "Rome, old" {
		t.Errorf("the word is %q of %q", f.Word, f.Column)
	}
	if d.Features[0].Scale != (Scale{20, 20, true}) {
		t.Errorf("age is scaled by %+v", d.Features[0].Scale)
	}
	if got, want := strings.Join(s.Notes(), "; "), "text columns turned into one 0/1 feature per word (one for two words): smokes 2, city 3"; got != want {
		t.Errorf("notes %q, want %q", got, want)
	}
}

func TestSeparatorsAndCompressionAreRecognised(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	fmt.Fprint(z, "a,b,y\n1,2,x\n3,5,z\n")
	z.Close()
	for _, text := range []string{"a,b,y\n1,2,x\n3,5,z\n", "a;b;y\n1;2;x\n3;5;z\n", "a\tb\ty\n1\t2\tx\n3\t5\tz\n", "a, \"b\", y\n1, 2, \"x\"\n3, 5, z", zipped.String()} {
		d, _, err := table(text, Options{Label: "y"})
		if err != nil || !reflect.DeepEqual(d.X, []float64{1, 2, 3, 5}) || !reflect.DeepEqual(d.ClassNames, []string{"x", "z"}) {
			t.Errorf("%q: X %v, classes %v, %v", text, d.X, d.ClassNames, err)
		}
	}
}

func TestMissingValues(t *testing.T) {
	const text = "age,city,y\n10,a,0\nNA,b,1\n30,,0\nn/a,a,1\n20,?,nan\n60,a,1\n"
	if _, _, err := table(text, Options{Label: "y"}); err == nil ||
		err.Error() != "f.csv: missing values: age 2 (first in line 3), city 2 (first in line 4), y 1 (first in line 6); to drop those records or to fill the values would work" {
		t.Errorf("refused with %v", err)
	}
	d, s, err := table(text, Options{Label: "y", Missing: DropMissing, DropConstant: true})
	if err != nil || !reflect.DeepEqual(d.X, []float64{10, 60}) || !reflect.DeepEqual(d.Rows, []int{0, 5}) || s.Dropped != 4 {
		t.Errorf("dropped: X %v, rows %v, %+v, %v", d.X, d.Rows, s, err)
	}
	d, s, err = table(text, Options{Label: "y", Missing: FillMissing})
	// The mean of 10, 30, 20 and 60 is 30; the most frequent city is a.
	if want := []float64{10, 0, 30, 1, 30, 0, 30, 0, 60, 0}; err != nil || !reflect.DeepEqual(d.X, want) || s.Dropped != 1 || !s.Filled {
		t.Errorf("filled: X %v, %+v, %v", d.X, s, err)
	}
	if got, want := s.Notes()[0], "missing values: age 2 (first in line 3), city 2 (first in line 4), y 1 (first in line 6); filled with the mean or the most frequent word"; got != want {
		t.Errorf("note %q, want %q", got, want)
	}
}

func TestValuesOutsideTheUnitIntervalAreSaid(t *testing.T) {
	const text = "age,bmi,y\n50,10,0\n120,20,1\n-1,60,1\n"
	options := Options{Label: "y", Scales: map[string]Scale{"age": {Divisor: 100}, "bmi": {Divisor: 50}}}
	d, s, err := table(text, options)
	if err != nil || !reflect.DeepEqual(d.X, []float64{0.5, 0.2, 1.2, 0.4, -0.01, 1.2}) {
		t.Errorf("X %v, %v", d.X, err)
	}
	if got, want := s.Notes()[0], "values outside [0, 1]: age 2 (first in line 3), bmi 1 (first in line 4)"; got != want {
		t.Errorf("note %q, want %q", got, want)
	}
	options.Clamp = true
	d, s, _ = table(text, options)
	if !reflect.DeepEqual(d.X, []float64{0.5, 0.2, 1, 0.4, 0, 1}) || !s.Clamped {
		t.Errorf("clamped: X %v, %+v", d.X, s)
	}
}

func TestWrongTablesAreRefusedWithThePlace(t *testing.T) {
	wide := strings.Repeat("c,", 1e6)
	words := "w,y\n"
	for i := range 70 {
		words += fmt.Sprintf("word%d,%d\n", i, i%2)
	}
	numbers := "w,y\n"
	for i := range 70 {
		numbers += fmt.Sprintf("%d,%d\n", i, i%2)
	}
	label := Options{Label: "y"}
	for _, c := range []struct {
		name, text string
		options    Options
		want       string
	}{
		{"empty", "", label, "f.csv: the file is empty; a CSV file with a header would work"},
		{"JSON", "{\"format\":1}", label, "f.csv: this looks like JSON; a CSV file with a header would work"},
		{"HTML", " <!doctype html>", label, "f.csv: this looks like HTML or XML; a CSV file with a header would work"},
		{"binary", "a,y\x00\n", label, "f.csv: not a text file; a CSV file in UTF-8 would work"},
		{"header only", "a,y\n", label, "f.csv: a header and no records; at least 1 record would work"},
		{"no header", "1,2\n3,4\n", label, "f.csv: line 1: numbers where the names of the columns would work"},
		{"ragged", "a,y\n1,0\n2,1,3\n", label, "f.csv: line 3: 3 fields, the header has 2; as many would work"},
		{"one field", "a,y\n1,0\n2\n", label, "f.csv: line 3: 1 field, the header has 2; as many would work"},
		{"quote", "a,y\n1,0\n2\"x,1\n", label, `f.csv: line 3, character 2: a stray or unclosed quote; "" inside a quoted field would work`},
		{"open quote", "a,y\n1,0\n\"2,1\n", label, `f.csv: line 3, character 6: a stray or unclosed quote; "" inside a quoted field would work`},
		{"endless record", "a,y\n1,0\n\"" + strings.Repeat("x", maxLineBytes+1<<17), label, "f.csv: a record of more than 4 MB; a quote that is not closed makes one"},
		{"wide", wide + "y\n", label, "f.csv: 1000001 columns; at most 10000 would work"},
		{"duplicate", "a,b,a\n1,2,3\n", label, "f.csv: line 1: columns 1 and 3 are both called a; different names would work"},
		{"no name", ",a,y\n0,1,2\n", label, "f.csv: line 1: column 1 has no name; a name in the header would work"},
		{"no label", "a,b\n1,2\n", Options{Label: "stroke"}, `f.csv: column = "stroke" is not known; nearest: a, b`},
		{"no drop", "a,y\n1,2\n", Options{Label: "y", Drop: []string{"id"}}, `f.csv: column = "id" is not known; nearest: a, y`},
		{"one class", "a,y\n1,0\n2,0\n", label, "f.csv: all 2 records have one class; 2 or more classes would work"},
		{"constant", "a,b,y\n1,7,0\n2,7,1\n", label, "f.csv: constant columns, from which nothing can be learned: b 2; to drop them would work"},
		{"decimal commas", strings.ReplaceAll(strings.ReplaceAll(words, ",", ";"), "word", "1,"), label, `f.csv: line 66, column w: "1,64" is different word number 65; a column of numbers with a decimal point, or of at most 64 different words would work, or to drop it`},
		{"label dropped", "a,y\n1,0\n2,1\n", Options{Label: "y", Drop: []string{"y"}}, `f.csv: column "y" has the classes, and can be neither dropped nor scaled; another label would work`},
		{"all held out", "a,y\n1,0\n2,1\n", Options{Label: "y", HeldOut: 0.5}, "f.csv: held-out = 0.5 of 2 records leaves 1 to learn from; a smaller share would work"},
		{"words", words, label, `f.csv: line 66, column w: "word64" is different word number 65; a column of numbers or of at most 64 different words would work, or to drop it`},
		{"stray word", numbers + "x,1\n", label, `f.csv: line 72, column w: "x" where a number would work, as in the lines before`},
		{"long word", "a,y\n" + strings.Repeat("x", maxCellBytes+1) + ",0\n", label, "f.csv: line 2, column a: a text of 4097 bytes; at most 4096 would work, or to drop the column"},
		{"infinite word", "a,y\nx,0\ninf,1\nx,2,3\n", label, "f.csv: line 4: 3 fields, the header has 2; as many would work"},
		{"infinite", "a,y\n1,0\ninf,1\n", label, `f.csv: line 3, column a: "inf" is not finite; a number would work`},
		{"overflow", "a,y\n1,0\n1e999,1\n", label, `f.csv: line 3, column a: "1e999" is not finite; a number would work`},
		{"all missing", "a,b,y\n1,,0\n2,NA,1\n", label, "f.csv: column b has no value at all; values would work, or training without that column"},
		{"nothing left", "a,b,y\n1,,0\n,2,1\n", Options{Label: "y", Missing: DropMissing}, "f.csv: each of the 2 records lacks a value; to fill them or to drop a column would work"},
		{"labels", "a,y\n1,\x1b[31mred\n2,blue\x07\n3,red\n", label, ""},
		{"labels alike", "a,y\n1,r\u200eed\n2,red\n", label, "f.csv: column y: classes 0 and 1 are both called red; different names would work"},
		{"constants and an id", "id,a,b,y\n7,1,2,0\n8,1,2,1\n", Options{Label: "y", DropIDs: true, DropConstant: true}, "f.csv: no column is left to learn from (a, b: never another value) (id: tells records apart, and nothing about them); at least 1 besides the label would work"},
		{"only a label", "y\n1\n2\n", label, "f.csv: no column is left to learn from; at least 1 besides the label would work"},
		{"divisor", "a,y\n1,0\n2,1\n", Options{Label: "y", Scales: map[string]Scale{"a": {Divisor: -2}}}, "f.csv: column a: divisor = -2; a positive number would work"},
		{"tiny divisor", "a,y\n1e300,0\n2,1\n", Options{Label: "y", Scales: map[string]Scale{"a": {Divisor: 1e-300}}}, "f.csv: line 2, column a: the scaled value is +Inf; a scale that takes it nearer to [0, 1] would work"},
		{"far offset", "a,y\n1,0\n2,1\n", Options{Label: "y", Scales: map[string]Scale{"a": {Offset: 1e308, Divisor: 1}}}, "f.csv: line 2, column a: the scaled value is -1e+308; a scale that takes it nearer to [0, 1] would work"},
		{"comma", "\"a, b\",y\n1,0\n2,1\n", label, `f.csv: column "a, b": a comma separates names; a name without one would work`},
		{"CR alone", "a,y\r1,0\r2,1\r", label, "f.csv: line ends are CR alone; LF, or CR and LF, would work"},
		{"Latin-1 name", "h\xf6he,y\n1,0\n2,1\n", label, `f.csv: line 1: the name of column 1, "hhe", is not in UTF-8; a file in UTF-8 would work`},
		{"Latin-1 word", "a,y\nK\xf6ln,0\nBonn,1\n", label, `f.csv: line 2, column a: "Kln" is not in UTF-8; a file in UTF-8 would work`},
	} {
		d, _, err := table(c.text, c.options)
		switch {
		case c.name == "labels":
			if err != nil || !reflect.DeepEqual(d.ClassNames, []string{"[31mred", "blue", "red"}) {
				t.Errorf("labels: %q, %v", d.ClassNames, err)
			}
		case err == nil || err.Error() != c.want:
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

// A table too large is refused by its size, a bomb by its first bytes or by
// its cells; neither is read whole.
func TestHugeTablesAreNotRead(t *testing.T) {
	if _, _, err := Open(context.Background(), hugeFile(t, "huge.csv"), Options{}); err == nil || err.Error() != "huge.csv: it has 2.0 GB; at most 512 MB would work" {
		t.Errorf("got %v", err)
	}
	if _, _, err := openRecords(context.Background(), t.TempDir(), RecordOptions{}); err == nil || !strings.HasSuffix(err.Error(), "this is a folder; a file would work") {
		t.Errorf("a folder: %v", err)
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	zeros := make([]byte, 1<<20)
	for range 64 {
		z.Write(zeros)
	}
	z.Close()
	if _, _, err := table(bomb.String(), Options{}); err == nil || err.Error() != "f.csv: not a text file; a CSV file in UTF-8 would work" {
		t.Errorf("zeros: %v", err)
	}
	endless := io.MultiReader(strings.NewReader("a,y\n"), &repeating{"1,2\n", math.MaxInt})
	if _, err := readColumns(context.Background(), endless, Part{}, 200000, func(string) columnNeed { return columnNeed{words: maxWords} }); err == nil || err.Error() != "line 66668: more than 200000 cells, each record counted as one more; fewer rows or columns would work" {
		t.Errorf("endless: %v", err)
	}
}

// repeating reads as a text over and over.
type repeating struct {
	text string
	left int
}

func (r *repeating) Read(p []byte) (int, error) {
	n := 0
	for r.left > 0 && n+len(r.text) <= len(p) {
		n += copy(p[n:], r.text)
		r.left--
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestReadingCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Read(ctx, strings.NewReader("a,y\n1,2\n"), "f", Options{}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

func TestRecordsAreFoundByName(t *testing.T) {
	read := func(text string, o RecordOptions) (Data, Survey, error) {
		o.Features = []Feature{{Name: "age", Scale: Scale{Offset: 20, Divisor: 50}}, {Name: "city=Oslo", Column: "city", Word: "Oslo"}, {Name: "city=Rome", Column: "city", Word: "Rome"}}
		o.ClassNames = []string{"0", "1"}
		return readRecords(context.Background(), strings.NewReader(text), o)
	}
	d, s, err := read("y,city,name,age\n1.0,Oslo,x,45\n0,Rome,y,20\n1,Bonn,z,95\n", RecordOptions{Raw: true, Label: "y"})
	if err != nil || !reflect.DeepEqual(d.X, []float64{0.5, 1, 0, 0, 0, 1, 1.5, 0, 0}) || !reflect.DeepEqual(d.Y, []int{1, 0, 1}) {
		t.Errorf("X %v, Y %v, %v", d.X, d.Y, err)
	}
	if got, want := strings.Join(s.Notes(), "; "), "words that the classifier was not trained on, 0 in every feature: city 1 (first in line 4); values outside their bounds: age 1 (first in line 4)"; got != want {
		t.Errorf("notes %q, want %q", got, want)
	}
	for _, c := range []struct{ text, label, want string }{
		{"city,aga\nOslo,1\n", "", `there is no column age, which the classifier takes; a column of that name would work, nearest: aga, city`},
		{"town,years\nOslo,1\n", "", `the file has town, years, and none of the columns that the classifier takes; age, city would work, or a classifier of this file: dpscope train makes one, and dpscope convert reads another program's`},
		{"city,age\nOslo,old\n", "", `column age holds the word "old"; numbers would work`},
		{"city,age,y\nOslo,1,2\n", "y", `line 2, column y: class = "2" is not known; nearest: 0, 1`},
		{"city,age\nOslo,1\n", "y", `column = "y" is not known; nearest: city, age`},
		{"city,age\n,1\n", "", "column city has no value at all; values would work, or training without that column"},
	} {
		if _, _, err := read(c.text, RecordOptions{Label: c.label}); err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// A split keeps every record once, and each class's share to within one
// record.
func TestSplitIsStratified(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		d := Data{Features: []Feature{{Name: "a"}}, ClassNames: []string{"x", "y", "z"}}
		for i := range 2 + rng.IntN(300) {
			d.X, d.Y, d.Rows = append(d.X, float64(i)), append(d.Y, rng.IntN(3)), append(d.Rows, i)
		}
		share := rng.Float64()
		train, held := d.Split(share, rng)
		seen := map[int]int{}
		var count, out [3]float64
		for _, part := range []Data{train, held} {
			for i, row := range part.Rows {
				seen[row]++
				if part.X[i] != float64(row) || part.Y[i] != d.Y[row] {
					t.Fatalf("record %d has changed", row)
				}
			}
		}
		for _, k := range d.Y {
			count[k]++
		}
		for _, k := range held.Y {
			out[k]++
		}
		for k := range count {
			if math.Abs(out[k]-share*count[k]) > 1 {
				t.Errorf("class %d: %g of %g held out at a share of %g", k, out[k], count[k], share)
			}
		}
		if len(seen) != d.Len() || train.Len()+held.Len() != d.Len() {
			t.Errorf("%d records of %d, %d in both parts", len(seen), d.Len(), train.Len()+held.Len())
		}
	}
}

// A word missing from the records to train on is reported, even when held-out records have it.
func TestRecordsToTrainOnMustTell(t *testing.T) {
	text := "a,b,c,y\n"
	d, _, err := table(text+strings.Repeat("1,2,3,0\n2,3,4,1\n", 20), Options{Label: "y", HeldOut: 0.25, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ inHeld, elsewhere, want string }{
		{"%d,7,3,%d\n", "%d,,3,%d\n", "f.csv: column b has no value in the records to train on; to drop it would work"},
		{"%d,no,3,%d\n", "%d,,3,%d\n", "f.csv: column b has no value in the records to train on; to drop it would work"},
		{"%d,8,3,%d\n", "%d,7,3,%d\n", "f.csv: constant columns, from which nothing can be learned: b 30, c 40 (30 records are learned from); to drop them would work"},
	} {
		text := "a,b,c,y\n"
		for i, held := range d.Held {
			text += fmt.Sprintf(map[bool]string{true: c.inHeld, false: c.elsewhere}[held], i, i%2)
		}
		if _, _, err := table(text, Options{Label: "y", Missing: FillMissing, HeldOut: 0.25, Seed: 1}); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// The authors' processed file is the first 1,000 rows of the raw one with fixed
// divisors and the mean of the BMI filled in (data/stroke/README.md).
func TestRawStrokeDataBecomeTheProcessedOnes(t *testing.T) {
	processed, s, err := Open(context.Background(), oracle.Path(t, "data", "stroke", "processed_stroke_data_normalized.csv"), Options{Label: "stroke"})
	if err != nil {
		t.Fatal(err)
	}
	if processed.Len() != 1000 || !reflect.DeepEqual(s.Outside, []Count{{"bmi", 20, 115}}) {
		t.Errorf("%d records, %+v", processed.Len(), s) // row index 113 is line 115
	}
	raw, s, err := Open(context.Background(), oracle.Path(t, "data", "stroke", "healthcare-dataset-stroke-data.csv"), Options{Label: "stroke", Missing: DropMissing,
		Drop:   []string{"id", "gender", "work_type", "Residence_type", "smoking_status"},
		Scales: map[string]Scale{"age": {Divisor: 100}, "avg_glucose_level": {Divisor: 300}, "bmi": {Divisor: 50}}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Records != 5110 || s.Dropped != 201 || raw.Len() != 4909 {
		t.Errorf("%d records read, %d dropped, %d left; 5110, 201 and 4909 by the README", s.Records, s.Dropped, raw.Len())
	}
	for i, row := range raw.Rows {
		if row >= 1000 {
			break
		}
		for f, v := range raw.Row(i) {
			if want := processed.Row(row)[f]; math.Abs(v-want) > 1e-12 {
				t.Fatalf("row %d, %s: %v, want %v", row, raw.Features[f].Name, v, want)
			}
		}
	}
}

// hugeFile makes a file of 2 GB that is all hole: no disk is used.
func hugeFile(t *testing.T, name string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(2 << 30); err != nil {
		t.Skip("no room for a sparse file:", err)
	}
	return path
}

// Columns called ids are left out where most records have a value of their own,
// also where one comes twice; others, and those to keep, stay.
func TestIDsAreLeftOut(t *testing.T) {
	const people = "patient_id,CustomerId,paid,store_id,name_id,age,ill\n7,1,1,1,a,30,0\n3,2,2,1,b,40,1\n9,2,3,2,c,50,0\n8,4,4,2,d,60,1\n"
	names := func(options Options) string {
		options.Label, options.MinMax = "ill", true
		d, s, err := table(people, options)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, c := range s.IDs {
			left = append(left, c.Column)
		}
		return strings.Join(Names(d.Features), " ") + " | " + strings.Join(left, " ") + " | " + strings.Join(d.Measured(), " ")
	}
	if got, want := names(Options{DropIDs: true, Drop: []string{"name_id"}}), "paid store_id age | patient_id CustomerId | paid age"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := names(Options{DropIDs: true, Keep: []string{"patient_id"}}), "patient_id paid store_id age | CustomerId name_id | paid age"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := names(Options{Drop: []string{"name_id"}}); !strings.HasPrefix(got, "patient_id CustomerId ") {
		t.Errorf("unasked: %s", got)
	}
	many := "uuid,age,ill\n"
	for i := range 2 * maxWords {
		many += fmt.Sprintf("p%d,%d,%d\n", i, i, i%2)
	}
	if d, s, err := table(many, Options{Label: "ill", DropIDs: true}); err != nil || len(d.Features) != 1 || len(s.IDs) != 1 || s.IDs[0] != (Count{"uuid", 2 * maxWords, 0}) {
		t.Errorf("an id of many words: %v, left out %v, %v", d.Features, s.IDs, err)
	}
	if _, _, err := table(many, Options{Label: "ill", DropIDs: true, Keep: []string{"uuid"}}); err == nil || !strings.Contains(err.Error(), "different word") {
		t.Errorf("an id of many words that is to be kept: %v", err)
	}
	for name, is := range map[string]bool{"id": true, "ID": true, "RowNumber": true, "Patient ID": true, "id_card": true, "paid": false, "Fluid": false, "idle": false, "age": false, "PatientID": true} {
		if NamesID(name) != is {
			t.Errorf("%s names an id: %v", name, !is)
		}
	}
}

// Bytes that no text has are no word, wherever in the file they are.
func TestBytesOfNoText(t *testing.T) {
	_, _, err := table("a,y\n"+strings.Repeat("1,0\n2,1\n", 20000)+"\x00\x00,1\n", Options{Label: "y"})
	if err == nil || !strings.Contains(err.Error(), "line 40002, column a: ") || !strings.Contains(err.Error(), "a byte 0") {
		t.Errorf("it says %v", err)
	}
}
