package parquet

import (
	"encoding/binary"
	"fmt"
)

// encodings of values.
const (
	plains           = 0
	plainDictionary  = 2
	runLengths       = 3
	deltaNumbers     = 5
	deltaLengths     = 6
	deltaTexts       = 7
	dictionaryPlaces = 8
	splitBytes       = 9
)

// values returns the values of a page one after another, each in PLAIN encoding, in reused memory. It skips
// missing ones.
type values interface {
	next() ([]byte, error)
	ended() bool // reports whether no data follow the values taken
}

// decode returns the values of a page, at most most of them.
func (c *column) decode(encoding int64, text []byte, most int) (values, error) {
	switch {
	case encoding == plains && c.kind == boolean:
		return &plainBits{text: text}, nil
	case encoding == plains && c.length > 0:
		return &plainFixed{text, c.length}, nil
	case encoding == plains:
		return &plainTexts{text}, nil
	case encoding == plainDictionary || encoding == dictionaryPlaces:
		if !c.dictionary.read {
			return nil, fmt.Errorf("a page has no dictionary")
		}
		if len(text) == 0 { // a page with only missing values
			return &places{}, nil
		}
		if text[0] > 32 {
			return nil, fmt.Errorf("a page has %d bits for a place in its dictionary", text[0])
		}
		return &places{runs{text: text[1:], width: int(text[0])}, &c.dictionary}, nil
	case encoding == runLengths && c.kind == boolean:
		if len(text) < 4 {
			return nil, errEnd
		}
		return &runBits{runs: runs{text: text[4:], width: 1}}, nil
	case encoding == deltaNumbers && (c.kind == int32s || c.kind == int64s):
		d, err := newDeltas(text, most)
		return &deltaFixed{deltas: d, length: c.length}, err
	case encoding == deltaLengths && c.kind == byteArrays:
		return newDeltaTexts(text, most)
	case encoding == deltaTexts && (c.kind == byteArrays || c.kind == fixedArrays):
		return newFrontCoded(text, most)
	case encoding == splitBytes && c.length > 0 && c.kind != boolean:
		return &split{text: text, n: len(text) / c.length, value: make([]byte, c.length)}, nil
	}
	return nil, fmt.Errorf("encoding %d of values", encoding)
}

// plainFixed reads values of one length.
type plainFixed struct {
	text   []byte
	length int
}

func (p *plainFixed) next() ([]byte, error) {
	if len(p.text) < p.length {
		return nil, errEnd
	}
	v := p.text[:p.length]
	p.text = p.text[p.length:]
	return v, nil
}

func (p *plainFixed) ended() bool { return len(p.text) == 0 }

// plainTexts reads values that begin with their length.
type plainTexts struct{ text []byte }

func (p *plainTexts) next() ([]byte, error) {
	if len(p.text) < 4 {
		return nil, errEnd
	}
	n := binary.LittleEndian.Uint32(p.text)
	if uint64(n) > uint64(len(p.text)-4) {
		return nil, errEnd
	}
	v := p.text[4 : 4+n]
	p.text = p.text[4+n:]
	return v, nil
}

func (p *plainTexts) ended() bool { return len(p.text) == 0 }

// plainBits reads truth values, a bit each.
type plainBits struct {
	text  []byte
	bit   int
	value [1]byte
}

func (p *plainBits) next() ([]byte, error) {
	if p.bit >= 8*len(p.text) {
		return nil, errEnd
	}
	p.value[0] = byte(bits(p.text, p.bit, 1))
	p.bit++
	return p.value[:], nil
}

func (p *plainBits) ended() bool { return (p.bit+7)/8 == len(p.text) }

// runBits reads truth values in runs.
type runBits struct {
	runs  runs
	value [1]byte
}

func (r *runBits) next() ([]byte, error) {
	v, err := r.runs.next()
	r.value[0] = byte(v)
	return r.value[:], err
}

func (r *runBits) ended() bool { return r.runs.ended() }

// places reads indices into a dictionary.
type places struct {
	runs       runs
	dictionary *dictionary
}

func (p *places) next() ([]byte, error) {
	k, err := p.runs.next()
	if err != nil {
		return nil, err
	}
	return p.dictionary.at(k)
}

func (p *places) ended() bool { return p.runs.ended() }

// deltaFixed reads whole numbers written as differences.
type deltaFixed struct {
	*deltas
	length int
	value  [8]byte
}

func (d *deltaFixed) next() ([]byte, error) {
	v, err := d.deltas.next()
	binary.LittleEndian.PutUint64(d.value[:], uint64(v))
	return d.value[:d.length], err
}

func (d *deltaFixed) ended() bool { return d.total == 0 }

// lengthTexts reads texts after all of their lengths (DELTA_LENGTH_BYTE_ARRAY).
type lengthTexts struct {
	lengths *deltas
	text    []byte
}

func newDeltaTexts(text []byte, most int) (*lengthTexts, error) {
	lengths, err := newDeltas(text, most)
	if err != nil {
		return nil, err
	}
	text, err = lengths.after()
	return &lengthTexts{lengths, text}, err
}

func (l *lengthTexts) next() ([]byte, error) {
	n, err := l.lengths.next()
	if err != nil {
		return nil, err
	}
	if n < 0 || n > int64(len(l.text)) {
		return nil, errEnd
	}
	v := l.text[:n]
	l.text = l.text[n:]
	return v, nil
}

func (l *lengthTexts) ended() bool { return l.lengths.total == 0 && len(l.text) == 0 }

// frontCoded reads texts that share a prefix with the one before (DELTA_BYTE_ARRAY).
type frontCoded struct {
	prefixes *deltas
	suffixes *lengthTexts
	value    []byte
}

func newFrontCoded(text []byte, most int) (*frontCoded, error) {
	prefixes, err := newDeltas(text, most)
	if err != nil {
		return nil, err
	}
	if text, err = prefixes.after(); err != nil {
		return nil, err
	}
	suffixes, err := newDeltaTexts(text, most)
	return &frontCoded{prefixes: prefixes, suffixes: suffixes}, err
}

func (f *frontCoded) next() ([]byte, error) {
	prefix, err := f.prefixes.next()
	if err != nil {
		return nil, err
	}
	suffix, err := f.suffixes.next()
	if err != nil {
		return nil, err
	}
	if prefix < 0 || prefix > int64(len(f.value)) {
		return nil, errEnd
	}
	if int(prefix)+len(suffix) > maxText { // before it is copied for every value
		return nil, textError(int(prefix) + len(suffix))
	}
	f.value = append(f.value[:prefix], suffix...)
	return f.value, nil
}

func (f *frontCoded) ended() bool { return f.prefixes.total == 0 && f.suffixes.ended() }

// split reads values of one length stored by byte: all first bytes, then all second ones (BYTE_STREAM_SPLIT).
type split struct {
	text  []byte
	n, at int
	value []byte
}

func (s *split) next() ([]byte, error) {
	if s.at >= s.n {
		return nil, errEnd
	}
	for k := range s.value {
		s.value[k] = s.text[k*s.n+s.at]
	}
	s.at++
	return s.value, nil
}

func (s *split) ended() bool { return s.at == s.n && s.n*len(s.value) == len(s.text) }

// dictionary holds the values at the beginning of a chunk that all of its pages share.
type dictionary struct {
	read   bool
	text   []byte
	length int      // of a value, 0 if lengths differ
	ends   []uint32 // of each value in text, if lengths differ; its length precedes it
}

func (d *dictionary) at(k uint32) ([]byte, error) {
	if d.length > 0 {
		if from := uint64(k) * uint64(d.length); from+uint64(d.length) <= uint64(len(d.text)) {
			return d.text[from : from+uint64(d.length)], nil
		}
	} else if int64(k) < int64(len(d.ends)) {
		from := uint32(4)
		if k > 0 {
			from += d.ends[k-1]
		}
		return d.text[from:d.ends[k]], nil
	}
	return nil, fmt.Errorf("place %d is not in the dictionary", k)
}
