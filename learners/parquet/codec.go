package parquet

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/dsnet/compress/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// codecs of pages.
const (
	uncompressed = 0
	snappies     = 1
	gzips        = 2
	brotlis      = 4
	zstds        = 6
	lz4s         = 7
)

var errSize = errors.New("a page is longer or shorter than it says")

// codecName returns a codec's common name; false: it is not supported.
func codecName(codec int64) (name string, known bool) {
	names := []string{"none", "snappy", "gzip", "LZO", "brotli", "LZ4 of Hadoop", "zstd", "LZ4"}
	if codec < 0 || codec >= int64(len(names)) {
		return fmt.Sprintf("codec %d", codec), false
	}
	return names[codec], codec != 3 && codec != 5
}

// decompress fills page from the compressed text; the sizes must match.
func (r *records) decompress(codec int64, page, text []byte) error {
	switch codec {
	case uncompressed:
		if copy(page, text) != len(page) || len(text) != len(page) {
			return errSize
		}
		return nil
	case snappies:
		if n, err := snappy.DecodedLen(text); err != nil || n != len(page) {
			return errSize
		}
		_, err := snappy.Decode(page, text)
		return err
	case gzips:
		z, err := gzip.NewReader(bytes.NewReader(text))
		if err != nil {
			return err
		}
		return fill(page, z)
	case brotlis:
		b, err := brotli.NewReader(bytes.NewReader(text), nil)
		if err != nil {
			return err
		}
		return fill(page, b)
	case zstds:
		return r.unzstd(page, text)
	default:
		n, err := lz4.UncompressBlock(text, page)
		if err == nil && n != len(page) {
			err = errSize
		}
		return err
	}
}

// unzstd decompresses into the page, without memory beyond its end.
func (r *records) unzstd(page, text []byte) error {
	if r.zstd == nil {
		var err error
		if r.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecodeAllCapLimit(true)); err != nil {
			return err
		}
	}
	out, err := r.zstd.DecodeAll(text, page[:0:len(page)])
	if err == nil && len(out) != len(page) {
		err = errSize
	}
	return err
}

// fill reads as much as the page holds, after which nothing may follow.
func fill(page []byte, from io.Reader) error {
	if _, err := io.ReadFull(from, page); err != nil {
		return err
	}
	if n, err := from.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		return errSize
	}
	return nil
}
