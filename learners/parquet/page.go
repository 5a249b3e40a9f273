package parquet

import (
	"fmt"

	"dpscope/learners/source"
)

// kinds of pages.
const (
	dataPage       = 0
	dictionaryPage = 2
	dataPage2      = 3
)

// pageHeader describes a page.
type pageHeader struct {
	kind             int64
	size, compressed int64 // in bytes
	values           int64
	encoding, levels int64 // of values, and of levels that mark missing ones
	packed           bool  // compressed with its chunk's codec

	definitions, repetitions int64 // bytes of uncompressed levels before the values
}

// header reads the header of a column's next page.
func (r *records) header(c *column) (h pageHeader, err error) {
	for window := int64(512); ; window *= 8 {
		n := min(window, c.size, maxHeader)
		if int64(len(r.head)) < n {
			r.head = make([]byte, n)
		}
		if err := readAt(r.file, r.head[:n], c.at); err != nil {
			return h, err
		}
		t := thrift{text: r.head[:n]}
		h = t.pageHeader()
		if t.err == errEnd && n < min(c.size, maxHeader) {
			continue
		}
		if t.err != nil {
			return h, t.err
		}
		c.pass(n - int64(len(t.text)))
		if h.packed = h.packed && c.codec != uncompressed; !h.sound(c.size) {
			return h, fmt.Errorf("a page of %s in %s", source.Size(h.size), source.Size(h.compressed))
		}
		return h, nil
	}
}

// sound reports whether the page's sizes are possible, with that many bytes of its chunk left.
func (h pageHeader) sound(left int64) bool {
	return h.size >= 0 && h.compressed >= 0 && h.compressed <= left
}

// pageHeader reads PageHeader.
func (t *thrift) pageHeader() pageHeader {
	h := pageHeader{kind: -1, size: -1, compressed: -1, encoding: -1, levels: runLengths, packed: true}
	t.structure(func(f field) bool {
		switch f {
		case field{1, thriftI32}:
			h.kind = t.int()
		case field{2, thriftI32}:
			h.size = t.int()
		case field{3, thriftI32}:
			h.compressed = t.int()
		case field{5, thriftStruct}, field{7, thriftStruct}:
			t.inner(&h.values, &h.encoding, &h.levels)
		case field{8, thriftStruct}:
			t.dataHeader2(&h)
		case field{4, thriftI32}, field{6, thriftStruct}: // a checksum, and the header of an index
			return false
		default:
			t.fail(errThrift)
		}
		return true
	})
	return h
}

// inner reads whole numbers, the first fields of a structure. After them stands whether a dictionary is sorted, or statistics.
func (t *thrift) inner(numbers ...*int64) {
	t.structure(func(f field) bool {
		switch {
		case f.kind == thriftI32 && 1 <= f.id && f.id <= int64(len(numbers)):
			*numbers[f.id-1] = t.int()
		case f.kind == thriftI32 && f.id == 4, f.id == 3 && f.kind <= thriftFalse, f == field{5, thriftStruct}:
			return false
		default:
			t.fail(errThrift)
		}
		return true
	})
}

// dataHeader2 reads DataPageHeaderV2.
func (t *thrift) dataHeader2(h *pageHeader) {
	t.structure(func(f field) bool {
		switch f {
		case field{1, thriftI32}:
			h.values = t.int()
		case field{4, thriftI32}:
			h.encoding = t.int()
		case field{5, thriftI32}:
			h.definitions = t.int()
		case field{6, thriftI32}:
			h.repetitions = t.int()
		case field{7, thriftFalse}:
			h.packed = false
		case field{2, thriftI32}, field{3, thriftI32}, field{7, thriftTrue}, field{8, thriftStruct}:
			return false
		default:
			t.fail(errThrift)
		}
		return true
	})
}
