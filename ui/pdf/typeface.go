package pdf

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sync"
)

// Liberation Sans, packed to half of its size. A test holds it to the module that publishes it.
var (
	//go:embed liberation-sans-regular.ttf.gz
	regular []byte
	//go:embed liberation-sans-bold.ttf.gz
	bold []byte
)

// Regular and Bold are the fonts of the program, in the format TrueType. They are constants, unpacked when the first picture is drawn.
var (
	Regular = sync.OnceValue(func() []byte { return unpacked(regular) })
	Bold    = sync.OnceValue(func() []byte { return unpacked(bold) })
)

func unpacked(packed []byte) []byte {
	in, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // they come with the program
	}
	font, err := io.ReadAll(in)
	if err != nil {
		panic(err)
	}
	return font
}
