package parquet

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"dpscope/learners/source"
	"dpscope/learners/table"
)

// physical types of values.
const (
	boolean = iota
	int32s
	int64s
	int96s
	floats
	doubles
	byteArrays
	fixedArrays
)

// leaf is a column of the file.
type leaf struct {
	name     string
	kind     int64 // physical
	length   int   // bytes of a value, 0 where each says its own
	optional bool  // a value may be missing
	unsigned bool
}

// chunk is a column within a group of rows.
type chunk struct {
	at, size int64 // of its pages in the file
	values   int64
	codec    int64
}

// described is a chunk with its copy of the column's description.
type described struct {
	chunk
	kind int64
	name string // its path, a single name if no column is nested
}

// of reports whether it is a chunk of the column: a damaged description contradicts itself.
func (d described) of(l leaf) bool {
	return d.kind == l.kind && d.name == l.name
}

// group is a number of rows, with a chunk for each column.
type group struct {
	rows   int64
	chunks []chunk
}

// footer is a file's description of itself.
type footer struct {
	leaves []leaf
	groups []group
	rows   int64 // in all groups
}

// readFooter reads the description at the end of a file.
func readFooter(f table.File) (footer, error) {
	info, err := f.Stat()
	if err != nil {
		return footer{}, err
	}
	const tail = 8 // the footer's length and the magic
	size := info.Size()
	if size < int64(len(magic))+tail {
		return footer{}, damaged("%v", errEnd)
	}
	var end [tail]byte
	if err := readAt(f, end[:], size-tail); err != nil {
		return footer{}, damaged("%v", err)
	}
	switch string(end[4:]) {
	case magic:
	case sealed:
		return footer{}, fmt.Errorf("the Parquet file is encrypted; one that is not would work")
	default:
		return footer{}, damaged("its end is missing")
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	switch {
	case length > maxFooter:
		return footer{}, fmt.Errorf("its columns are described by %s; at most %s would work", source.Size(length), source.Size(maxFooter))
	case length > size-tail-int64(len(magic)):
		return footer{}, damaged("%v", errEnd)
	}
	text := make([]byte, length)
	if err := readAt(f, text, size-tail-length); err != nil {
		return footer{}, damaged("%v", err)
	}
	found, err := parseFooter(text, size)
	if err == nil {
		err = found.apart(size - tail - length)
	}
	return found, err
}

// apart returns an error if chunks lie outside of the pages, which end at a place, or overlap.
func (f footer) apart(end int64) error {
	var all []chunk
	for _, g := range f.groups {
		for i, c := range g.chunks {
			if !c.within(end) || c.values != g.rows {
				return damaged("column %s", source.Name(f.leaves[i].name))
			}
			if c.size > 0 {
				all = append(all, c)
			}
		}
	}
	slices.SortFunc(all, func(a, b chunk) int { return cmp.Compare(a.at, b.at) })
	for i := 1; i < len(all); i++ {
		if all[i].at-all[i-1].at < all[i-1].size {
			return damaged("columns lie on one another")
		}
	}
	return nil
}

// readAt fills b. The file may have become shorter.
func readAt(f table.File, b []byte, at int64) error {
	n, err := f.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case err == io.EOF:
		return errEnd
	}
	return err
}

// parseFooter reads FileMetaData of a file of that size.
func parseFooter(text []byte, size int64) (footer, error) {
	p := &footerParser{thrift: thrift{text: text}, size: size}
	rows := int64(-1)
	p.structure(func(f field) bool {
		switch f {
		case field{2, thriftList}:
			p.schema()
		case field{3, thriftI64}:
			rows = p.int()
		case field{4, thriftList}:
			p.structures(p.group)
		case field{8, thriftStruct}:
			p.refuse(fmt.Errorf("the Parquet file is encrypted; one that is not would work"))
		default:
			return false
		}
		return true
	})
	switch {
	case p.refused != nil:
		return footer{}, p.refused
	case p.err != nil:
		return footer{}, damaged("%v", p.err)
	case len(p.leaves) == 0:
		return footer{}, damaged("it has no columns")
	case rows != p.rows:
		return footer{}, damaged("it says that it has %d records and that its groups have %d", rows, p.rows)
	}
	return p.footer, nil
}

type footerParser struct {
	thrift
	footer
	size    int64 // of the file
	chunks  int   // so far
	refused error // in words of its own
}

// refuse ends reading with an error that needs no further words.
func (p *footerParser) refuse(err error) {
	p.refused = err
	p.fail(err)
}

// schema reads the columns: a root that says how many there are, and then each.
func (p *footerParser) schema() {
	rooted, columns := false, int64(0)
	p.structures(func() {
		l, children := p.element()
		switch {
		case p.err != nil:
		case !rooted:
			rooted, columns = true, children
		case children > 0 || l.repeated:
			p.refuse(fmt.Errorf("column %s is nested: it holds several values for a record; flat columns, a value each, would work",
				source.Name(l.name)))
		case l.decimal:
			p.refuse(fmt.Errorf("column %s holds decimals; a column of doubles would work", source.Name(l.name)))
		case !l.known():
			p.refuse(damaged("column %s", source.Name(l.name)))
		case len(p.leaves) == maxColumns:
			p.refuse(fmt.Errorf("more than %d columns; at most %d would work", maxColumns, maxColumns))
		default:
			p.leaves = append(p.leaves, l.leaf)
		}
	})
	if p.err == nil && columns != int64(len(p.leaves)) {
		p.fail(fmt.Errorf("%d columns where it says %d", len(p.leaves), columns))
	}
}

// element is SchemaElement, in part.
type element struct {
	leaf
	repeated, decimal bool
	scaled            bool  // it has a scale or a precision
	whole             int64 // whole-number type by ConvertedType; 0: none
	signed            int64 // the same by LogicalType
}

// wholes maps ConvertedType's whole numbers to their physical types: unsigned ones of 8 to 64 bits, and
// signed ones.
var wholes = map[int64]int64{11: int32s, 12: int32s, 13: int32s, 14: int64s, 15: int32s, 16: int32s, 17: int32s, 18: int64s}

// known reports whether the physical type is one that there is, and sets the bytes of
// its values.
func (e *element) known() bool {
	if e.scaled {
		return false
	}
	if e.whole != 0 && (e.kind != wholes[e.whole] || e.signed != 0 && e.signed != e.whole) {
		return false
	}
	switch e.kind {
	case boolean:
		e.length = 1
	case int32s, floats:
		e.length = 4
	case int64s, doubles:
		e.length = 8
	case int96s:
		e.length = 12
	case byteArrays:
		e.length = 0
	case fixedArrays:
		return 0 < e.length && e.length <= maxText
	default:
		return false
	}
	return true
}

func (p *footerParser) element() (e element, children int64) {
	e.kind = -1
	p.structure(func(f field) bool {
		switch f {
		case field{1, thriftI32}:
			e.kind = p.int()
		case field{2, thriftI32}:
			e.length = int(min(max(p.int(), 0), maxText+1))
		case field{3, thriftI32}:
			repetition := p.int()
			e.optional, e.repeated = repetition == 1, repetition == 2
		case field{4, thriftBinary}:
			e.name = string(p.binary())
		case field{5, thriftI32}:
			children = p.int()
		case field{6, thriftI32}:
			const decimal, uint8s, uint64s = 5, 11, 14
			converted := p.int()
			e.decimal = e.decimal || converted == decimal
			e.unsigned = e.unsigned || uint8s <= converted && converted <= uint64s
			if _, is := wholes[converted]; is {
				e.whole = converted
			}
		case field{7, thriftI32}, field{8, thriftI32}: // scale and precision, only for decimals
			e.scaled = p.int() != 0 || e.scaled
		case field{9, thriftI32}: // its number in other descriptions
			return false
		case field{10, thriftStruct}:
			p.logical(&e)
		default: // others may change the meaning of values
			p.fail(errThrift)
		}
		return true
	})
	return e, children
}

// logical reads LogicalType, a union.
func (p *footerParser) logical(e *element) {
	const decimal, integer = 5, 10
	bits, signed := int64(0), false
	p.structure(func(f field) bool {
		switch f.id {
		case decimal:
			e.decimal = true
		case integer:
			if f.kind != thriftStruct {
				return false
			}
			p.structure(func(f field) bool {
				switch {
				case f == field{1, thriftByte}:
					bits = int64(p.byte())
					return true
				case f.id == 2:
					signed = f.kind == thriftTrue
					e.unsigned = !signed
				}
				return false
			})
			for k, n := range [...]int64{8, 16, 32, 64} {
				if bits == n && signed {
					e.signed = 15 + int64(k)
				} else if bits == n {
					e.signed = 11 + int64(k)
				}
			}
			return true
		}
		return false
	})
}

// group reads RowGroup, which has a chunk for each column.
func (p *footerParser) group() {
	var g group
	p.structure(func(f field) bool {
		switch f {
		case field{1, thriftList}:
			p.structures(func() {
				if p.chunks++; p.chunks > maxChunks {
					p.refuse(fmt.Errorf("its columns are in more than %d pieces; fewer groups of rows would work", maxChunks))
					return
				}
				d := p.chunk()
				if k := len(g.chunks); p.err == nil && (k >= len(p.leaves) || !d.of(p.leaves[k])) {
					p.fail(fmt.Errorf("column %d in group of rows %d", k+1, len(p.groups)+1))
				}
				g.chunks = append(g.chunks, d.chunk)
			})
		case field{3, thriftI64}:
			g.rows = p.int()
		default:
			return false
		}
		return true
	})
	if p.err != nil || len(g.chunks) == 0 && g.rows == 0 {
		return
	}
	const most = 1 << 40 // so that no sum of them is too large
	if len(g.chunks) != len(p.leaves) || g.rows < 0 || g.rows > most || p.rows > most {
		p.fail(fmt.Errorf("group of rows %d", len(p.groups)+1))
		return
	}
	p.groups, p.rows = append(p.groups, g), p.rows+g.rows
}

// chunk reads ColumnChunk.
func (p *footerParser) chunk() (c described) {
	p.structure(func(f field) bool {
		switch {
		case f.id == 1:
			p.refuse(fmt.Errorf("its values are in another file; one file would work"))
		case f == field{3, thriftStruct}:
			c = p.columnMeta()
		default:
			return false
		}
		return true
	})
	return c
}

func (p *footerParser) columnMeta() (c described) {
	c.kind = -1
	var first, dictionary int64
	p.structure(func(f field) bool {
		switch f {
		case field{1, thriftI32}:
			c.kind = p.int()
		case field{3, thriftList}:
			n, kind := p.list()
			if n != 1 || kind != thriftBinary { // the column is nested, or none
				p.fail(errThrift)
				break
			}
			c.name = string(p.binary())
		case field{4, thriftI32}:
			c.codec = p.int()
		case field{5, thriftI64}:
			c.values = p.int()
		case field{7, thriftI64}:
			c.size = p.int()
		case field{9, thriftI64}:
			first = p.int()
		case field{11, thriftI64}:
			dictionary = p.int()
		default:
			return false
		}
		return true
	})
	c.at = first
	if 0 < dictionary && dictionary < first {
		c.at = dictionary
	}
	return c
}

// within reports whether the pages lie in a file of that size.
func (c chunk) within(size int64) bool {
	return c.at >= 0 && c.size >= 0 && c.at <= size && c.size <= size-c.at
}
