package assets

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
)

// packed holds what four papers claim: a file of claims a paper, PAPER.claims; what checking them gave, computed.json; what
// scripts of bench printed of them, printed.txt; and tables of one paper. Each is packed, beside the file that people read:
//
//	gzip -9nkf assets/claims/FILE
//
//go:embed claims/*.gz
var packed embed.FS

// ClaimFile is what a file of the claims says, "label-em.claims".
func ClaimFile(name string) ([]byte, error) {
	file, err := packed.ReadFile("claims/" + name + ".gz")
	if err != nil {
		return nil, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return io.ReadAll(unpacked)
}
