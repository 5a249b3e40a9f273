package parquet

import (
	"encoding/binary"
	"errors"
)

var errDelta = errors.New("differences are not understood")

// deltas reads whole numbers written as differences (DELTA_BINARY_PACKED): blocks with a least difference,
// and small blocks with the excess of each difference, packed by bits.
type deltas struct {
	text   []byte
	total  int    // numbers left
	value  uint64 // the next of them
	blocks int    // small blocks per block
	each   int    // numbers per small block
	least  uint64 // difference of the block
	widths []byte // bits in each remaining small block
	small  []byte // the present small block
	bit    int    // where its next difference begins
	left   int    // its differences left
}

// newDeltas reads the header before the blocks, for at most that many numbers.
func newDeltas(text []byte, most int) (*deltas, error) {
	d := &deltas{text: text}
	size, blocks, total := d.varint(), d.varint(), d.varint()
	d.value = d.zigzag()
	const largest = 1 << 16
	switch {
	case d.text == nil:
		return nil, errEnd
	case size == 0 || size > largest || blocks == 0 || blocks > size || size%blocks != 0 || size/blocks%8 != 0, total > uint64(most):
		return nil, errDelta
	}
	d.each, d.blocks, d.total = int(size/blocks), int(blocks), int(total)
	return d, nil
}

// varint returns 0, and sets the text to nil, at its end.
func (d *deltas) varint() uint64 {
	v, n := binary.Uvarint(d.text)
	if n <= 0 {
		d.text = nil
		return 0
	}
	d.text = d.text[n:]
	return v
}

func (d *deltas) zigzag() uint64 {
	v := d.varint()
	return v>>1 ^ -(v & 1)
}

func (d *deltas) next() (int64, error) {
	if d.total == 0 {
		return 0, errEnd
	}
	v := d.value
	if d.total--; d.total == 0 {
		return int64(v), nil
	}
	if d.left == 0 {
		if err := d.begin(); err != nil {
			return 0, err
		}
	}
	width := int(d.widths[0])
	d.value += d.least + bits(d.small, d.bit, width)
	d.bit += width
	if d.left--; d.left == 0 {
		d.widths = d.widths[1:]
	}
	return int64(v), nil
}

// begin reads the next small block, after the header of a block if one begins.
func (d *deltas) begin() error {
	if len(d.widths) == 0 {
		d.least = d.zigzag()
		if len(d.text) < d.blocks {
			return errEnd
		}
		d.widths, d.text = d.text[:d.blocks], d.text[d.blocks:]
	}
	if d.widths[0] > 64 {
		return errDelta
	}
	bytes := int(d.widths[0]) * d.each / 8
	if bytes > len(d.text) {
		return errEnd
	}
	d.small, d.text, d.bit, d.left = d.text[:bytes], d.text[bytes:], 0, d.each
	return nil
}

// after returns the text after the numbers.
func (d deltas) after() ([]byte, error) {
	for d.total > 0 {
		if _, err := d.next(); err != nil {
			return nil, err
		}
	}
	return d.text, nil
}
