package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"dpscope/engine/effort"
	"dpscope/learners/table"
)

// file is a file in memory.
type file []byte

func (f file) ReadAt(p []byte, at int64) (int, error) { return bytes.NewReader(f).ReadAt(p, at) }
func (f file) Stat() (fs.FileInfo, error)             { return sized{size: int64(len(f))}, nil }

type sized struct {
	fs.FileInfo
	size int64
}

func (s sized) Size() int64 { return s.size }

// allocated returns the bytes that the program has allocated so far.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// readAll reads at most most records of all columns, and returns the bytes it has allocated.
func readAll(text []byte, most int) (records int, bytes uint64, err error) {
	before := allocated()
	defer func() { bytes = allocated() - before }()
	found, err := open(file(text))
	if err != nil {
		return 0, 0, err
	}
	found.Only(allOf(len(found.Header())))
	for records < most {
		if _, _, err := found.Next(); err != nil {
			if err == io.EOF {
				err = nil
			}
			return records, 0, err
		}
		records++
	}
	return records, 0, nil
}

// A damaged file is an error of one line or gives some other cells. It never faults,
// and never takes more memory than is allowed for pages.
func TestDamaged(t *testing.T) {
	var whole [][]byte
	for _, name := range files {
		whole = append(whole, fixture(t, "every-"+name+".parquet"))
	}
	for seed := range uint64(effort.Scale(300, 3000, 100000)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		text := damage(bytes.Clone(whole[rng.IntN(len(whole))]), rng)
		_, took, err := readAll(text, 1000)
		if took > 2*maxHeld {
			t.Errorf("seed %d: %d MB are allocated for %d bytes (%v)", seed, took>>20, len(text), err)
		}
		if err != nil && (strings.Contains(err.Error(), "runtime error") || strings.Contains(err.Error(), "\n")) {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// damage changes some bytes, in the description more often than elsewhere, or cuts some
// out.
func damage(text []byte, rng *rand.Rand) []byte {
	footer := int(binary.LittleEndian.Uint32(text[len(text)-8:])) + 8
	for range 1 + rng.IntN(4) {
		at := rng.IntN(len(text))
		if rng.IntN(2) == 0 {
			at = len(text) - 1 - rng.IntN(min(footer, len(text)))
		}
		switch rng.IntN(6) {
		case 0:
			text[at] ^= 1 << rng.IntN(8)
		case 1:
			text[at] = 0xff
		case 2:
			text[at] = byte(rng.Uint32())
		case 3: // a number that is as large as possible
			copy(text[at:], []byte{0xfe, 0xff, 0xff, 0xff, 0x0f})
		case 4:
			copy(text[at:], []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
		default:
			to := min(at+1+rng.IntN(20), len(text)-8)
			if at < to {
				text = append(text[:at], text[to:]...)
			}
		}
	}
	return text
}

// description writes Thrift's compact protocol.
type description struct{ bytes.Buffer }

func (d *description) varint(v uint64) { d.Write(binary.AppendUvarint(nil, v)) }

// field writes a whole number as the next field but delta.
func (d *description) field(delta int, kind byte, v int64) {
	d.WriteByte(byte(delta)<<4 | kind)
	d.varint(uint64(v<<1) ^ uint64(v>>63))
}

func (d *description) begin(delta int, kind byte) { d.WriteByte(byte(delta)<<4 | kind) }
func (d *description) stop()                      { d.WriteByte(0) }

// hostile is a file of one column, x, in one group of rows, with its claims about itself.
type hostile struct {
	kind, codec int64
	rows        int64
	groups      int // that share the pages
	pages       []byte
	optional    bool
	chunkSize   int64  // 0: that of the pages
	footer      uint32 // length that it says; 0: the true one
}

func (h hostile) text() []byte {
	var out bytes.Buffer
	out.WriteString(magic)
	out.Write(h.pages)
	var d description
	d.field(1, thriftI32, 1)
	d.begin(1, thriftList)
	d.WriteByte(2<<4 | thriftStruct)
	d.begin(4, thriftBinary)
	d.varint(1)
	d.WriteByte('r')
	d.field(1, thriftI32, 1)
	d.stop()
	optional := int64(0)
	if h.optional {
		optional = 1
	}
	d.field(1, thriftI32, h.kind)
	d.field(2, thriftI32, optional)
	d.begin(1, thriftBinary)
	d.varint(1)
	d.WriteByte('x')
	d.stop()
	groups := max(h.groups, 1)
	d.field(1, thriftI64, h.rows*int64(groups))
	d.begin(1, thriftList)
	d.WriteByte(15<<4 | thriftStruct)
	d.varint(uint64(groups))
	for range groups {
		d.begin(1, thriftList)
		d.WriteByte(1<<4 | thriftStruct)
		d.begin(3, thriftStruct)
		d.field(1, thriftI32, h.kind)
		d.begin(2, thriftList)
		d.WriteByte(1<<4 | thriftBinary)
		d.varint(1)
		d.WriteByte('x')
		d.field(1, thriftI32, h.codec)
		d.field(1, thriftI64, h.rows)
		size := h.chunkSize
		if size == 0 {
			size = int64(len(h.pages))
		}
		d.field(2, thriftI64, size)
		d.field(2, thriftI64, int64(len(magic)))
		d.stop()
		d.stop()
		d.field(2, thriftI64, h.rows)
		d.stop()
	}
	d.stop()
	out.Write(d.Bytes())
	length := uint32(d.Len())
	if h.footer > 0 {
		length = h.footer
	}
	out.Write(binary.LittleEndian.AppendUint32(nil, length))
	out.WriteString(magic)
	return out.Bytes()
}

// page writes a page that says that it is so long.
func page(kind, size int64, compressed []byte, values, encoding int64) []byte {
	var d description
	d.field(1, thriftI32, kind)
	d.field(1, thriftI32, size)
	d.field(1, thriftI32, int64(len(compressed)))
	delta := 2
	if kind == dictionaryPage {
		delta = 4
	}
	d.begin(delta, thriftStruct)
	d.field(1, thriftI32, values)
	d.field(1, thriftI32, encoding)
	d.field(1, thriftI32, runLengths)
	d.stop()
	d.stop()
	return append(d.Bytes(), compressed...)
}

// zeros returns a text followed by n zero bytes.
func zeros(t *testing.T, text []byte, n int) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(append(text, make([]byte, n-len(text))...), nil)
}

// Small files that claim much are refused, or read, without memory for their claims and within a second or two.
func TestHostile(t *testing.T) {
	doubled := func(p []byte, n int) []byte { return bytes.Repeat(p, n) }
	var lengths []byte // of 2^40 texts, without a byte for each
	for _, v := range []uint64{1 << 16, 1, 1 << 40, 0} {
		lengths = binary.AppendUvarint(lengths, v)
	}
	bomb := zeros(t, []byte{0x80, 1, 4, 1, 0}, 100<<20) // one number, as differences
	for name, c := range map[string]struct {
		file hostile
		want string
		most uint64 // MB
	}{
		"plain":      {hostile{kind: int64s, rows: 2, pages: page(dataPage, 16, make([]byte, 16), 2, plains)}, "", 1},
		"footer":     {hostile{kind: int64s, rows: 2, footer: 0x7fffffff}, "its columns are described by 2.0 GB; at most 32 MB would work", 1},
		"footer cut": {hostile{kind: int64s, rows: 2, footer: 5 << 20}, "damaged", 1},
		"page of 2 GB": {hostile{kind: int64s, rows: 1 << 20, codec: zstds, pages: page(dataPage, 1<<31-1, make([]byte, 10), 1<<20, plains)},
			"its pages take 2.0 GB at one time; at most 112 MB, in smaller pages or fewer columns, would work", 1},
		"page longer than its chunk": {hostile{kind: int64s, rows: 2, chunkSize: 20, pages: page(dataPage, 16, make([]byte, 16), 2, plains)}, "damaged", 1},
		"chunk longer than the file": {hostile{kind: int64s, rows: 2, chunkSize: 1 << 40, pages: page(dataPage, 16, make([]byte, 16), 2, plains)}, "damaged", 1},
		"dictionary of 2 GB": {hostile{kind: byteArrays, rows: 2, codec: gzips, pages: page(dictionaryPage, 1<<31-1, make([]byte, 10), 1<<30, plains)},
			"its pages take 2.0 GB", 1},
		"dictionary that claims values": {hostile{kind: byteArrays, rows: 2, pages: page(dictionaryPage, 8, make([]byte, 8), 1<<31-1, plains)}, "end too early", 1},
		"values that are not there":     {hostile{kind: int64s, rows: 1 << 30, pages: page(dataPage, 16, make([]byte, 16), 1<<30, plains)}, "end too early", 1},
		"records by the billion":        {hostile{kind: int64s, rows: 1 << 39, pages: page(dataPage, 16, make([]byte, 16), 2, plains)}, "end too early", 1},
		"pages of nothing":              {hostile{kind: int64s, rows: 2, pages: doubled(page(dataPage, 0, nil, 0, plains), 100000)}, "more than 16384 pages without a value", 1},
		"pages of nothing in every group": {hostile{kind: int64s, rows: 2, groups: 3000, pages: doubled(page(dataPage, 0, nil, 0, plains), 70000)},
			"columns lie on one another", 3},
		"a bomb": {hostile{kind: int64s, rows: 10, codec: zstds, pages: doubled(page(dataPage, 100<<20, bomb, 1, deltaNumbers), 10)},
			"decompressed, its columns hold more than 512 MB", 4 * maxHeld >> 20},
		"a bomb in every group": {hostile{kind: byteArrays, rows: 1 << 10, groups: 5000, codec: zstds, pages: page(dataPage, 100<<20, bomb, 1<<10, plains)},
			"columns lie on one another", 3},
		"longer than it says": {hostile{kind: byteArrays, rows: 2, codec: zstds, pages: page(dataPage, 8, bomb, 2, plains)}, "damaged", 20},
		"lengths without end": {hostile{kind: byteArrays, rows: 1 << 30, pages: page(dataPage, int64(len(lengths)), lengths, 1<<30, deltaLengths)}, "damaged", 1},
		"a long text": {hostile{kind: byteArrays, rows: 1, pages: page(dataPage, 6000, append(binary.LittleEndian.AppendUint32(nil, 5996), make([]byte, 5996)...), 1, plains)},
			"line 2, column x: a text of 5996 bytes; at most 4096 would work", 1},
		"a codec of long ago": {hostile{kind: int64s, rows: 2, codec: 3, pages: page(dataPage, 16, make([]byte, 16), 2, plains)},
			"column x is compressed by LZO, which is not read here; zstd, snappy or none would work", 1},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			_, took, err := readAll(c.file.text(), 30<<20)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "runtime error")) {
				t.Errorf("it says %v, want %s", err, c.want)
			}
			if spent := time.Since(began); spent > 10*time.Second {
				t.Errorf("it took %v", spent)
			}
			if took > (c.most+1)<<20 {
				t.Errorf("%d MB are allocated (%v), at most %d would work", took>>20, time.Since(began), c.most)
			}
		})
	}
}

// A table that says that it has more records than can be kept is refused before any is
// read.
func TestTooManyRecords(t *testing.T) {
	path := t.TempDir() + "/many.parquet"
	h := hostile{kind: int64s, rows: 1 << 30, pages: page(dataPage, 16, make([]byte, 16), 2, plains)}
	if err := os.WriteFile(path, h.text(), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := table.ReadCells(session(t), path, table.Part{}, "x", 10)
	if want := fmt.Sprint(1 << 30); err == nil || !strings.Contains(err.Error(), want+" records") {
		t.Errorf("it says %v", err)
	}
}

// FuzzRead searches for files on which reading faults.
func FuzzRead(f *testing.F) {
	f.Add(hostile{kind: int64s, rows: 2, pages: page(dataPage, 16, make([]byte, 16), 2, plains)}.text())
	f.Add(hostile{kind: byteArrays, rows: 2, optional: true, pages: page(dataPage, 8, make([]byte, 8), 2, deltaTexts)}.text())
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, _, err := readAll(text, 1000); err != nil && strings.Contains(err.Error(), "runtime error") {
			t.Error(err)
		}
	})
}
