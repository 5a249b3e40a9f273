package parquet

import (
	"errors"
	"fmt"

	"dpscope/learners/source"
)

// column reads the values of a column, a page at a time.
type column struct {
	leaf
	chunk
	left       int64 // values of the chunk that no page has had
	inPage     int64 // values of the page, missing ones among them
	page       []byte
	levels     *runs // of the page: 0 where a value is missing; nil: none is
	values     values
	dictionary dictionary
}

// begin begins a chunk.
func (c *column) begin(k chunk) {
	c.chunk, c.left, c.inPage = k, k.values, 0
	c.dictionary.read = false
}

// next returns the next value, nil where it is missing.
func (c *column) next(r *records) ([]byte, error) {
	for c.inPage == 0 {
		if err := r.turn(c); err != nil {
			return nil, err
		}
	}
	c.inPage--
	if c.levels != nil {
		if level, err := c.levels.next(); err != nil || level == 0 {
			if c.inPage == 0 && err == nil {
				err = c.ended()
			}
			return nil, err
		}
	}
	v, err := c.values.next()
	if c.inPage == 0 && err == nil {
		err = c.ended()
	}
	return v, err
}

// ended returns an error if data follow the last value of a page, or the last page of a chunk: they were not
// read as written.
func (c *column) ended() error {
	switch {
	case c.levels != nil && !c.levels.ended(), !c.values.ended():
		return errors.New("a page holds more than its values")
	case c.left == 0 && c.size > 0:
		return errors.New("its pages hold more than its values")
	}
	return nil
}

// turn reads the next page of a column.
func (r *records) turn(c *column) error {
	if c.left <= 0 || c.size <= 0 {
		return errEnd
	}
	before := c.at
	h, err := r.header(c)
	if err != nil {
		return err
	}
	if r.total += c.at - before; r.total > maxTotal {
		return errTotal
	}
	if h.values == 0 {
		if r.empty++; r.empty > maxEmpty {
			return fmt.Errorf("more than %d pages without a value", maxEmpty)
		}
	}
	switch h.kind {
	case dictionaryPage:
		return r.readDictionary(c, h)
	case dataPage, dataPage2:
		return r.readValues(c, h)
	}
	c.pass(h.compressed)
	return nil
}

// pass moves on in the chunk.
func (c *column) pass(bytes int64) { c.at, c.size = c.at+bytes, c.size-bytes }

// sizeError names data that take too much memory.
type sizeError struct {
	what string
	size int64
	more string
}

// errTotal counts all pages together, with their headers.
var errTotal = &sizeError{what: "decompressed, its columns hold more than", size: maxTotal}

func (e *sizeError) Error() string { return e.what + " " + source.Size(e.size) + e.more }

// room returns a buffer of that many bytes, the one given if it is large enough. All buffers together are
// limited.
func (r *records) room(buffer []byte, bytes int64) ([]byte, error) {
	if bytes <= int64(cap(buffer)) {
		return buffer[:bytes], nil
	}
	if held := r.held + bytes - int64(cap(buffer)); held > maxHeld {
		return buffer, &sizeError{"its pages take", held, " at one time; at most " + source.Size(maxHeld) +
			", in smaller pages or fewer columns, would work"}
	}
	r.held += bytes - int64(cap(buffer))
	return make([]byte, bytes), nil
}

// load reads a page and decompresses all but its first bytes, which are plain.
func (r *records) load(buffer []byte, c *column, h pageHeader, plain int64) (page []byte, err error) {
	text := &r.scratch
	if page, err = r.room(buffer, h.size); err != nil {
		return buffer, err
	}
	if r.total += h.size; r.total > maxTotal {
		return page, errTotal
	}
	if !h.packed {
		if h.compressed != h.size {
			return page, errSize
		}
		return page, r.read(c, page)
	}
	if *text, err = r.room(*text, h.compressed); err != nil {
		return page, err
	}
	if err := r.read(c, *text); err != nil {
		return page, err
	}
	if plain > min(h.size, h.compressed) {
		return page, errEnd
	}
	copy(page, (*text)[:plain])
	if plain == h.size {
		return page, nil
	}
	if err := r.decompress(c.codec, page[plain:], (*text)[plain:]); err != nil {
		name, _ := codecName(c.codec)
		return page, fmt.Errorf("%s: %w", name, err)
	}
	return page, nil
}

// read reads the next bytes of a chunk.
func (r *records) read(c *column, b []byte) error {
	err := readAt(r.file, b, c.at)
	c.pass(int64(len(b)))
	return err
}

func (r *records) readDictionary(c *column, h pageHeader) error {
	d := &c.dictionary
	if d.read || h.encoding != plains && h.encoding != plainDictionary || c.kind == boolean {
		return fmt.Errorf("a dictionary that is not expected")
	}
	var err error
	if d.text, err = r.load(d.text, c, h, 0); err != nil {
		return err
	}
	d.read, d.length, d.ends = true, c.length, d.ends[:0]
	if d.length > 0 {
		return nil
	}
	// A text takes at least four bytes, for its length.
	if n := min(h.values, int64(len(d.text)/4)); n > int64(cap(d.ends)) {
		if r.held += 4 * (n - int64(cap(d.ends))); r.held > maxHeld {
			return &sizeError{"its dictionaries take", r.held, " at one time; at most " + source.Size(maxHeld) + " would work"}
		}
		d.ends = make([]uint32, 0, n)
	}
	texts, at := plainTexts{d.text}, uint32(0)
	for k := int64(0); k < h.values; k++ {
		text, err := texts.next()
		if err != nil {
			return err
		}
		at += 4 + uint32(len(text))
		d.ends = append(d.ends, at)
	}
	return nil
}

// readValues reads a page of values, with the levels that mark missing ones.
func (r *records) readValues(c *column, h pageHeader) error {
	if h.values < 0 || h.values > c.left {
		return fmt.Errorf("a page of %d values where %d are left", h.values, c.left)
	}
	if h.repetitions != 0 || h.definitions != 0 && !c.optional {
		return errors.New("a page of values in lists, or of missing ones that there cannot be")
	}
	plain := h.definitions
	if plain < 0 || plain > h.size {
		return errEnd
	}
	var err error
	if c.page, err = r.load(c.page, c, h, plain); err != nil {
		return err
	}
	levels, text := c.page[:plain], c.page[plain:]
	if h.kind == dataPage && c.optional {
		if h.levels != runLengths {
			return fmt.Errorf("encoding %d of missing values", h.levels)
		}
		before := plainTexts{text}
		if levels, err = before.next(); err != nil {
			return err
		}
		text = before.text
	}
	c.levels = nil
	if c.optional {
		c.levels = &runs{text: levels, width: 1}
	}
	c.left, c.inPage = c.left-h.values, h.values
	c.values, err = c.decode(h.encoding, text, int(min(h.values, 1<<30)))
	return err
}
