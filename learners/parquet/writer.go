package parquet

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"

	"dpscope/learners/source"
)

// Column is a column of a table that is written.
type Column struct {
	Name string
	Kind Kind
}

// Kind is the type of a column.
type Kind uint8

// The kinds.
const (
	Numbers Kind = iota // float64, including infinities and NaN
	Wholes              // int64
	Words               // UTF-8
)

// About describes a file for programs that read its description.
type About struct {
	Program string      // the writer's name and version
	Notes   [][2]string // a key and a text each
}

// Limits of a group of rows, which a writer keeps in memory.
const (
	mostRows  = 1 << 16
	mostBytes = 2 << 20
)

// Writer writes a table of flat columns, one type each, as Parquet: groups of at most 65,536 rows, compressed
// with zstd, with possibly missing cells. It keeps one group in memory. The same rows give the same bytes.
type Writer struct {
	to      io.Writer
	about   About
	columns []growing
	pack    *zstd.Encoder
	at      int64 // position in the file
	rows    int64 // in the groups written
	group   int   // rows in the present one
	bytes   int   // of their values
	groups  []writtenGroup
	scratch []byte
}

// growing is a column with the values of the present group.
type growing struct {
	Column
	there   []bool // whether a row has a value; the present row has none where it is shorter
	values  []byte // of those, plain
	missing int64
	least   float64 // of numbers, in order that readers can pass over groups
	most    float64
	sorted  bool // whether there are such
}

// NewWriter begins a file. The error says which name two columns have, or that there is no column.
func NewWriter(to io.Writer, columns []Column, about About) (*Writer, error) {
	if err := Distinct(columns); err != nil {
		return nil, err
	}
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(1<<20))
	if err != nil {
		return nil, err
	}
	w := &Writer{to: to, about: about, pack: pack}
	for _, c := range columns {
		w.columns = append(w.columns, growing{Column: c})
	}
	return w, w.write([]byte(magic))
}

// Distinct returns an error if two columns share a name, or if there are none.
func Distinct(columns []Column) error {
	if len(columns) == 0 {
		return fmt.Errorf("a table without columns cannot be written as Parquet; one with a column would work")
	}
	seen := map[string]bool{}
	for _, c := range columns {
		if seen[c.Name] {
			return fmt.Errorf("two columns are called %s; a name for each would work", source.Name(c.Name))
		}
		seen[c.Name] = true
	}
	return nil
}

// Number sets the cell of a column in the present row.
func (w *Writer) Number(column int, v float64) {
	c := w.set(column)
	c.values = binary.LittleEndian.AppendUint64(c.values, math.Float64bits(v))
	w.bytes += 8
	switch {
	case math.IsNaN(v):
	case !c.sorted:
		c.least, c.most, c.sorted = v, v, true
	default:
		c.least, c.most = min(c.least, v), max(c.most, v)
	}
}

// Whole sets a cell of a column of whole numbers.
func (w *Writer) Whole(column int, v int64) {
	c := w.set(column)
	c.values = binary.LittleEndian.AppendUint64(c.values, uint64(v))
	w.bytes += 8
}

// Word sets a cell of a column of words.
func (w *Writer) Word(column int, v string) {
	c := w.set(column)
	c.values = binary.LittleEndian.AppendUint32(c.values, uint32(len(v)))
	c.values = append(c.values, v...)
	w.bytes += 4 + len(v)
}

// set says that the present row has a value of the column.
func (w *Writer) set(column int) *growing {
	c := &w.columns[column]
	c.there = append(c.there, true)
	return c
}

// Next ends the present row; cells not set are missing.
func (w *Writer) Next() error {
	w.group++
	for k := range w.columns {
		if c := &w.columns[k]; len(c.there) < w.group {
			c.there = append(c.there, false)
			c.missing++
		}
	}
	if w.group < mostRows && w.bytes < mostBytes {
		return nil
	}
	return w.flush()
}

// Close writes the rest and the file's description; it does not close the writer below.
func (w *Writer) Close() error {
	if w.group > 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	start := w.at
	if err := w.write(w.footer()); err != nil {
		return err
	}
	return w.write(append(binary.LittleEndian.AppendUint32(nil, uint32(w.at-start)), magic...))
}

func (w *Writer) write(text []byte) error {
	n, err := w.to.Write(text)
	w.at += int64(n)
	return err
}

// flush writes the present group, a page for each column.
func (w *Writer) flush() error {
	g := writtenGroup{rows: int64(w.group)}
	for k := range w.columns {
		c := &w.columns[k]
		page := append(appendLevels(w.scratch[:0], c.there), c.values...)
		w.scratch = page
		packed := w.pack.EncodeAll(page, nil)
		head := pageHead(len(page), len(packed), w.group)
		chunk := writtenChunk{at: w.at, size: int64(len(head) + len(packed)), plain: int64(len(head) + len(page)), missing: c.missing}
		if c.Kind == Numbers && c.sorted {
			chunk.least, chunk.most = bound(c.least, math.Copysign(0, -1)), bound(c.most, 0)
		}
		for _, part := range [...][]byte{head, packed} {
			if err := w.write(part); err != nil {
				return err
			}
		}
		g.chunks = append(g.chunks, chunk)
		c.there, c.values, c.missing, c.sorted = c.there[:0], c.values[:0], 0, false
	}
	w.groups = append(w.groups, g)
	w.rows += g.rows
	w.group, w.bytes = 0, 0
	return nil
}

// bound returns a bound of numbers in the format's encoding; a zero gets the sign of the outer side.
func bound(v, zero float64) []byte {
	if v == 0 {
		v = zero
	}
	return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))
}

// appendLevels says which rows have a value, a bit each, or once for all where all are alike, after the length of that in bytes.
func appendLevels(text []byte, there []bool) []byte {
	at := len(text)
	text = append(text, 0, 0, 0, 0)
	alike := true
	for _, t := range there {
		alike = alike && t == there[0]
	}
	if alike {
		text = binary.AppendUvarint(text, uint64(len(there))<<1)
		text = append(text, bit(there[0]))
	} else {
		eights := (len(there) + 7) / 8
		text = binary.AppendUvarint(text, uint64(eights)<<1|1)
		first := len(text)
		text = append(text, make([]byte, eights)...)
		for i, t := range there {
			text[first+i/8] |= bit(t) << (i % 8)
		}
	}
	binary.LittleEndian.PutUint32(text[at:], uint32(len(text)-at-4))
	return text
}

func bit(is bool) byte {
	if is {
		return 1
	}
	return 0
}
