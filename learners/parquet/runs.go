package parquet

import (
	"bytes"
	"encoding/binary"
)

// runs reads small whole numbers, such as levels and dictionary indices: runs of one number, and others
// packed by bits.
type runs struct {
	text   []byte
	width  int // bits of a number, at most 32
	left   int // numbers left of this run
	packed []byte
	bit    int    // where the next packed number begins
	same   uint32 // of an unpacked run
}

func (r *runs) next() (uint32, error) {
	for r.left == 0 {
		if err := r.begin(); err != nil {
			return 0, err
		}
	}
	r.left--
	if r.packed == nil {
		return r.same, nil
	}
	if r.bit+r.width > 8*len(r.packed) {
		return 0, errEnd
	}
	v := bits(r.packed, r.bit, r.width)
	r.bit += r.width
	return uint32(v), nil
}

// ended reports whether nothing follows. Writers fill up the last run to eight numbers, or more where they are packed, and
// write a run of none where there is no number.
func (r *runs) ended() bool {
	return len(bytes.Trim(r.text, "\x00")) == 0 && (r.left < 8 || r.packed != nil)
}

// begin reads the header of a run.
func (r *runs) begin() error {
	head, n := binary.Uvarint(r.text)
	if n <= 0 {
		return errEnd
	}
	r.text = r.text[n:]
	const most = 1 << 40
	if head > most {
		return errEnd
	}
	if head&1 == 1 {
		bytes := int(head>>1) * r.width
		r.left, r.bit = int(head>>1)*8, 0
		r.packed = r.text[:min(bytes, len(r.text))] // the last run may be cut after its last number
		r.text = r.text[len(r.packed):]
		if r.packed == nil {
			r.packed = []byte{}
		}
		return nil
	}
	width := (r.width + 7) / 8
	if len(r.text) < width {
		return errEnd
	}
	r.left, r.packed, r.same = int(head>>1), nil, 0
	for k := range width {
		r.same |= uint32(r.text[k]) << (8 * k)
	}
	r.text = r.text[width:]
	return nil
}

// bits returns width bits, at most 64, from the lowest of the first byte on.
func bits(text []byte, from, width int) uint64 {
	var v uint64
	for got := 0; got < width; {
		shift := (from + got) % 8
		v |= uint64(text[(from+got)/8]>>shift) << got
		got += 8 - shift
	}
	if width < 64 {
		v &= 1<<width - 1
	}
	return v
}
