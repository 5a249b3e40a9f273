package parquet

// writtenGroup is a group of rows in the file.
type writtenGroup struct {
	rows   int64
	chunks []writtenChunk
}

// writtenChunk is one column of a group.
type writtenChunk struct {
	at, size, plain int64 // in the file; bytes of pages with their headers; the same before compression
	missing         int64
	least, most     []byte // nil if unknown
}

// physical returns the type of a kind in files.
func (k Kind) physical() int64 {
	return [...]int64{Numbers: doubles, Wholes: int64s, Words: byteArrays}[k]
}

// pageHead returns the PageHeader of a page with that many bytes, before and after compression, and that many
// rows.
func pageHead(plain, packed, rows int) []byte {
	var t thriftWriter
	t.begin()
	t.i32(1, dataPage)
	t.i32(2, int64(plain))
	t.i32(3, int64(packed))
	t.structure(5, func() {
		t.i32(1, int64(rows))
		t.i32(2, plains)
		t.i32(3, runLengths)
		t.i32(4, runLengths)
	})
	t.end()
	return t.text
}

// footer returns FileMetaData.
func (w *Writer) footer() []byte {
	var t thriftWriter
	t.begin()
	t.i32(1, 1)
	t.schema(w.columns)
	t.i64(3, w.rows)
	t.structures(4, len(w.groups), func(i int) { t.group(w.groups[i], w.columns, i) })
	if notes := w.about.Notes; len(notes) > 0 {
		t.structures(5, len(notes), func(i int) {
			t.binary(1, []byte(notes[i][0]))
			t.binary(2, []byte(notes[i][1]))
		})
	}
	if w.about.Program != "" {
		t.binary(6, []byte(w.about.Program))
	}
	t.structures(7, len(w.columns), func(int) { t.structure(1, func() {}) }) // each ordered as its type
	t.end()
	return t.text
}

// schema writes a list of SchemaElement: a root, and a leaf for each column.
func (t *thriftWriter) schema(columns []growing) {
	const optional, text = 1, 0
	t.structures(2, 1+len(columns), func(i int) {
		if i == 0 {
			t.binary(4, []byte("table"))
			t.i32(5, int64(len(columns)))
			return
		}
		c := columns[i-1]
		t.i32(1, c.Kind.physical())
		t.i32(3, optional)
		t.binary(4, []byte(c.Name))
		if c.Kind == Words {
			t.i32(6, text)
			t.structure(10, func() { t.structure(1, func() {}) })
		}
	})
}

// group writes RowGroup.
func (t *thriftWriter) group(g writtenGroup, columns []growing, place int) {
	var size, plain int64
	t.structures(1, len(g.chunks), func(k int) {
		c := g.chunks[k]
		size, plain = size+c.size, plain+c.plain
		t.i64(2, 0)
		t.structure(3, func() { t.chunk(c, columns[k].Column, g.rows) })
	})
	t.i64(2, plain)
	t.i64(3, g.rows)
	t.i64(5, g.chunks[0].at)
	t.i64(6, size)
	if place < 1<<15 {
		t.field(7, thriftI16)
		t.varint(int64(place))
	}
}

// chunk writes ColumnMetaData.
func (t *thriftWriter) chunk(c writtenChunk, column Column, rows int64) {
	t.i32(1, column.Kind.physical())
	t.list(2, thriftI32, 2)
	t.varint(plains)
	t.varint(runLengths)
	t.list(3, thriftBinary, 1)
	t.bytes([]byte(column.Name))
	t.i32(4, zstds)
	t.i64(5, rows)
	t.i64(6, c.plain)
	t.i64(7, c.size)
	t.i64(9, c.at)
	t.structure(12, func() {
		t.i64(3, c.missing)
		if c.least != nil {
			t.binary(5, c.most)
			t.binary(6, c.least)
		}
	})
}
