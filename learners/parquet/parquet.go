// Package parquet reads tables from Parquet files with flat columns, and writes such files
// (https://github.com/apache/parquet-format).
//
// Whatever a file says of itself is held against its size and against the limits below
// before anything is allocated for it: sizes of the footer, of pages and dictionaries,
// numbers of columns, values and groups of rows. Values are decoded one at a time from
// the pages of the columns that are wanted, and no other page is looked at.
package parquet

import (
	"errors"
	"fmt"

	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Format is that of Parquet files, for table.With.
var Format = table.Format{Magic: magic, Open: open}

const (
	magic  = "PAR1" // at both ends of a file
	sealed = "PARE" // at the end of one whose footer is encrypted
)

// What a file may hold. Limits are far above what such files have, and low enough that
// what is opened stays far within 500 MB.
const (
	maxFooter  = 32 << 20  // bytes that describe the columns
	maxColumns = 10000     // a description of each is kept
	maxChunks  = 1 << 20   // columns times groups of rows
	maxHeader  = 1 << 20   // bytes before a page
	maxHeld    = 112 << 20 // bytes of all pages and dictionaries that are decompressed at one time
	maxTotal   = 512 << 20 // bytes of all that are decompressed one after another
	maxEmpty   = 1 << 14   // pages without a value
	maxText    = 4096      // bytes of a cell
)

// damaged says what is wrong with a Parquet file, in one line.
func damaged(format string, args ...any) error {
	why := fmt.Sprintf(format, args...)
	return fmt.Errorf("the Parquet data are damaged or of a kind that is not known (%s); a whole file would work", source.Clean(why, 120))
}

// errEnd is of data that end before what they promise.
var errEnd = errors.New("the data end too early")
