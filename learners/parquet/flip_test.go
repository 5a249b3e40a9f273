package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"
)

// told returns all that a file says: its header and its cells, in one text.
func told(text []byte) (string, error) {
	found, err := open(file(text))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%q\n", found.Header())
	found.Only(allOf(len(found.Header())))
	for {
		cells, _, err := found.Next()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%q\n", cells)
	}
}

// own returns a small file written by this package, in two groups of rows.
func own(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, []Column{{"age", Numbers}, {"steps", Wholes}, {"pet", Words}, {"size", Numbers}}, About{Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 24 {
		w.Number(0, float64(i)/7)
		if i%3 > 0 {
			w.Whole(1, int64(i*i-9))
		}
		w.Word(2, fmt.Sprint("p", i%5))
		w.Number(3, -float64(i))
		if i == 11 {
			if err := w.Next(); err != nil {
				t.Fatal(err)
			}
			if err := w.flush(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := w.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// heads returns the places of the headers before pages.
func heads(t testing.TB, text []byte) (places []int) {
	t.Helper()
	f, err := readFooter(file(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range f.groups {
		for i, k := range g.chunks {
			r := &records{file: file(text)}
			c := &column{leaf: f.leaves[i], chunk: k}
			for c.size > 0 {
				from := c.at
				h, err := r.header(c)
				if err != nil {
					t.Fatal(err)
				}
				for at := from; at < c.at; at++ {
					places = append(places, int(at))
				}
				c.pass(h.compressed)
			}
		}
	}
	return places
}

// A file with one bit turned, in a description or before a page, is read as before or refused: never as other cells.
func TestOneBit(t *testing.T) {
	for name, c := range map[string]struct {
		text  []byte
		apart int // one place in this many is tried
	}{"own": {own(t), 1}, "points": {fixture(t, "points.parquet"), 1}, "people": {fixture(t, "people.parquet"), 97},
		"every-none-1": {fixture(t, "every-none-1.parquet"), 997},
		"every-none-2": {fixture(t, "every-none-2.parquet"), 997}} {
		text := c.text
		want, err := told(text)
		if err != nil {
			t.Fatal(name, err)
		}
		places := heads(t, text)
		for at := len(text) - 8 - int(binary.LittleEndian.Uint32(text[len(text)-8:])); at < len(text); at++ {
			places = append(places, at)
		}
		refused := 0
		for i := 0; i < len(places); i += c.apart {
			at := places[i]
			for bit := range 8 {
				turned := bytes.Clone(text)
				turned[at] ^= 1 << bit
				switch got, err := told(turned); {
				case err != nil:
					refused++
				case got != want:
					t.Errorf("%s: bit %d of byte %d of %d changes cells unseen", name, bit, at, len(text))
				}
			}
		}
		t.Logf("%s: %d of %d refused", name, refused, 8*len(places))
	}
}
