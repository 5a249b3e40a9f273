package table

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"dpscope/learners/source"
)

// FuzzReadTable feeds the reader of data files any bytes. An accepted file must be a sound table; a refusal must be one
// harmless line.
func FuzzReadTable(f *testing.F) {
	for _, s := range []string{"a,b,y\n1,x,0\n2,z,1\n", "a;y\n1;?\n;3\n", "\ufeffa\ty\r\n1\t2\r\n\"3\"\t4", "a,y\n\"1\n\",\"\"\"\"\n", "a,y\nNA,nan\n1e5,inf\n", "y\n1\n2\n", "a,a\n", "\x1f\x8b\b\x00", "c,y\nu,1\nv,2\nw,1\n"} {
		f.Add([]byte(s), uint8(0))
		f.Add([]byte(s), uint8(0xff))
	}
	model := RecordOptions{Features: []Feature{{Name: "a"}, {Name: "b=x", Column: "b", Word: "x"}, {Name: "b=z", Column: "b", Word: "z"}}, ClassNames: []string{"0", "1"}}
	f.Fuzz(func(t *testing.T, text []byte, how uint8) {
		options := Options{Missing: Missing(how % 3), MinMax: how&4 != 0, Clamp: how&8 != 0, DropConstant: how&16 != 0}
		if how&32 != 0 {
			options.Label = "y"
		}
		if how&64 != 0 {
			options.Scales = map[string]Scale{"a": {Offset: 1, Divisor: 3}}
		}
		if how&128 != 0 {
			options.HeldOut = 0.4
		}
		d, s, err := Read(context.Background(), bytes.NewReader(text), "f", options)
		if err != nil {
			checkLine(t, err)
		} else {
			checkTable(t, d, s, options.Label != "", options.Clamp)
		}
		fitted := model
		fitted.Raw, fitted.Missing, fitted.Label = how&4 != 0, options.Missing, options.Label
		d, s, err = readRecords(context.Background(), bytes.NewReader(text), fitted)
		if err != nil {
			checkLine(t, err)
		} else {
			checkTable(t, d, s, false, false)
		}
	})
}

func checkTable(t *testing.T, d Data, s Survey, labelled, clamped bool) {
	t.Helper()
	if d.Len() == 0 || len(d.X) != d.Len()*d.Dims() || d.Len()+s.Dropped != s.Records {
		t.Fatalf("%d records of %d features, %d values, %+v", d.Len(), d.Dims(), len(d.X), s)
	}
	for i, v := range d.X {
		if math.IsNaN(v) || math.IsInf(v, 0) || clamped && (v < 0 || v > 1) {
			t.Fatalf("value %d is %g", i, v)
		}
	}
	if d.Held != nil && (len(d.Held) != d.Len() || !slices.Contains(d.Held, false)) {
		t.Fatalf("held out are %v of %d records", d.Held, d.Len())
	}
	if labelled {
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range s.Notes() {
		if source.Clean(n, 1e6) != n {
			t.Fatalf("a note that is not harmless: %q", n)
		}
	}
}

// checkLine says that an error is one short line that moves no cursor.
func checkLine(t *testing.T, err error) {
	t.Helper()
	line := err.Error()
	if line == "" || len(line) > 1000 || strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) }) {
		t.Fatalf("the error is not one harmless line: %q", line)
	}
}
