// Package parquet reads tables from Parquet files with flat columns, and writes such files
// (https://github.com/apache/parquet-format).
//
// It checks a file's statements about itself against its size and against the limits below before allocating
// memory: sizes of the footer, of pages and dictionaries, numbers of columns, values and groups of rows. It
// decodes values one at a time from the pages of wanted columns, and looks at no other page.
package parquet

import (
	"errors"
	"fmt"

	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Format describes Parquet files for table.With.
var Format = table.Format{Magic: magic, Open: open}

const (
	magic  = "PAR1" // at both ends of a file
	sealed = "PARE" // ends a file with an encrypted footer
)

// Limits of a file, far above typical ones, and low enough to keep memory well below 500 MB.
const (
	maxFooter  = 32 << 20  // bytes of the columns' description
	maxColumns = 10000     // each description is kept
	maxChunks  = 1 << 20   // columns times groups of rows
	maxHeader  = 1 << 20   // bytes before a page
	maxHeld    = 112 << 20 // bytes of all pages and dictionaries decompressed at one time
	maxTotal   = 512 << 20 // bytes of all decompressed data
	maxEmpty   = 1 << 14   // pages without a value
	maxText    = 4096      // bytes of a cell
)

// damaged returns a one-line error about a Parquet file.
func damaged(format string, args ...any) error {
	why := fmt.Sprintf(format, args...)
	return fmt.Errorf("the Parquet data are damaged or of a kind that is not known (%s); a whole file would work", source.Clean(why, 120))
}

// errEnd reports data that end too early.
var errEnd = errors.New("the data end too early")
