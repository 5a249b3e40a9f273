package pdf

import (
	_ "embed"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Liberation Sans, packed to half of its size. A test compares it with the module that publishes it.
var (
	//go:embed liberation-sans-regular.ttf.zst
	regular []byte
	//go:embed liberation-sans-bold.ttf.zst
	bold []byte
)

// Regular and Bold return the fonts of the program, in the format TrueType. They are constants, unpacked when the first picture
// is drawn.
var (
	Regular = sync.OnceValue(func() []byte { return unpacked(regular) })
	Bold    = sync.OnceValue(func() []byte { return unpacked(bold) })
)

func unpacked(packed []byte) []byte {
	in, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err) // no option is wrong
	}
	defer in.Close()
	font, err := in.DecodeAll(packed, nil)
	if err != nil {
		panic(err) // they come with the program
	}
	return font
}
