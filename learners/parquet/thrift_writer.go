package parquet

import "encoding/binary"

// thriftWriter writes Thrift's compact protocol into a text.
type thriftWriter struct {
	text []byte
	last []int64 // the field before, of each structure that is open
}

// field begins one of the present structure.
func (t *thriftWriter) field(id int64, kind byte) {
	last := &t.last[len(t.last)-1]
	if delta := id - *last; delta < 16 {
		t.text = append(t.text, byte(delta)<<4|kind)
	} else {
		t.text = append(t.text, kind)
		t.varint(id)
	}
	*last = id
}

// begin begins a structure: an element of a list, or the text itself.
func (t *thriftWriter) begin() { t.last = append(t.last, 0) }

func (t *thriftWriter) end() {
	t.text, t.last = append(t.text, thriftStop), t.last[:len(t.last)-1]
}

// structure writes a field that is a structure.
func (t *thriftWriter) structure(id int64, fill func()) {
	t.field(id, thriftStruct)
	t.begin()
	fill()
	t.end()
}

// list begins a field with a list of n elements, which follow.
func (t *thriftWriter) list(id int64, kind byte, n int) {
	t.field(id, thriftList)
	if n < 15 {
		t.text = append(t.text, byte(n)<<4|kind)
		return
	}
	t.text = binary.AppendUvarint(append(t.text, 0xf0|kind), uint64(n))
}

// structures writes a field that is a list of structures.
func (t *thriftWriter) structures(id int64, n int, fill func(i int)) {
	t.list(id, thriftStruct, n)
	for i := range n {
		t.begin()
		fill(i)
		t.end()
	}
}

func (t *thriftWriter) varint(v int64) {
	t.text = binary.AppendUvarint(t.text, uint64(v<<1)^uint64(v>>63))
}

func (t *thriftWriter) i32(id int64, v int64) {
	t.field(id, thriftI32)
	t.varint(v)
}

func (t *thriftWriter) i64(id int64, v int64) {
	t.field(id, thriftI64)
	t.varint(v)
}

func (t *thriftWriter) bytes(v []byte) {
	t.text = append(binary.AppendUvarint(t.text, uint64(len(v))), v...)
}

func (t *thriftWriter) binary(id int64, v []byte) {
	t.field(id, thriftBinary)
	t.bytes(v)
}
