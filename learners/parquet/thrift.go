package parquet

import (
	"encoding/binary"
	"errors"
)

// Types of Thrift's compact protocol, in which Parquet describes itself
// (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).
const (
	thriftStop = iota
	thriftTrue
	thriftFalse
	thriftByte
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
)

// maxDepth limits the nesting of structures; Parquet's nest six deep.
const maxDepth = 24

var errThrift = errors.New("its description is not understood")

// thrift reads a description from a text. The first error stays, and everything
// after it is zero.
type thrift struct {
	text  []byte
	depth int
	err   error
}

func (t *thrift) fail(err error) {
	if t.err == nil {
		t.err = err
	}
	t.text = nil
}

// field is one of a structure.
type field struct {
	id   int64
	kind byte
}

// structure calls each with every field of a structure; one that each does not read is
// passed over: it reports false for that.
func (t *thrift) structure(each func(f field) (read bool)) {
	if t.depth++; t.depth > maxDepth {
		t.fail(errThrift)
	}
	defer func() { t.depth-- }()
	for id := int64(0); t.err == nil; {
		head := t.byte()
		kind := head & 15
		if kind == thriftStop {
			return
		}
		if delta := int64(head >> 4); delta != 0 {
			id += delta
		} else {
			id = t.int()
		}
		if t.err == nil && !each(field{id, kind}) {
			t.skip(kind)
		}
	}
}

// list returns the number of elements that follow, and their kind. A number that cannot follow is an error.
func (t *thrift) list() (n int, kind byte) {
	head := t.byte()
	size := uint64(head >> 4)
	if size == 15 {
		size = t.varint()
	}
	if size > uint64(len(t.text)) { // each takes at least a byte
		t.fail(errEnd)
		return 0, 0
	}
	return int(size), head & 15
}

// structures calls each for every element of a list of structures, which it has to
// read.
func (t *thrift) structures(each func()) {
	n, kind := t.list()
	if n > 0 && kind != thriftStruct {
		t.fail(errThrift)
	}
	for ; n > 0 && t.err == nil; n-- {
		each()
	}
}

func (t *thrift) skip(kind byte) {
	switch kind {
	case thriftTrue, thriftFalse:
	case thriftByte:
		t.byte()
	case thriftI16, thriftI32, thriftI64:
		t.varint()
	case thriftDouble:
		t.take(8)
	case thriftBinary:
		t.binary()
	case thriftList, thriftSet:
		n, kind := t.list()
		for ; n > 0 && t.err == nil; n-- {
			t.element(kind)
		}
	case thriftMap:
		n := t.varint()
		if n == 0 {
			return
		}
		kinds := t.byte()
		for ; n > 0 && t.err == nil; n-- {
			t.element(kinds >> 4)
			t.element(kinds & 15)
		}
	case thriftStruct:
		t.structure(func(field) bool { return false })
	default:
		t.fail(errThrift)
	}
}

// element passes over an element of a list, where truth takes a byte.
func (t *thrift) element(kind byte) {
	if t.depth++; t.depth > maxDepth {
		t.fail(errThrift)
	}
	defer func() { t.depth-- }()
	if kind == thriftTrue || kind == thriftFalse {
		kind = thriftByte
	}
	t.skip(kind)
}

func (t *thrift) byte() byte {
	b := t.take(1)
	if b == nil {
		return 0
	}
	return b[0]
}

// take returns the next n bytes, nil where there are not as many.
func (t *thrift) take(n uint64) []byte {
	if n > uint64(len(t.text)) {
		t.fail(errEnd)
		return nil
	}
	b := t.text[:n:n]
	t.text = t.text[n:]
	return b
}

func (t *thrift) varint() uint64 {
	v, n := binary.Uvarint(t.text)
	if n <= 0 {
		t.fail(errEnd)
		return 0
	}
	t.text = t.text[n:]
	return v
}

// int reads an integer of any width.
func (t *thrift) int() int64 {
	v := t.varint()
	return int64(v>>1) ^ -int64(v&1)
}

func (t *thrift) binary() []byte { return t.take(t.varint()) }
