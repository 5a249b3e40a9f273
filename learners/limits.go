package learners

import "fmt"

// What a file may hold. The limits are far above what a terminal can explore,
// and low enough that a wrong or hostile file is refused before it fills the
// memory.
const (
	MaxModelBytes = 64 << 20  // of a classifier file, before and after decompression
	MaxTableBytes = 512 << 20 // of a data file, before and after decompression
	MaxFeatures   = 20000
	MaxClasses    = 1000
	MaxTrees      = 10000
	MaxNodes      = 4 << 20 // over all trees
	MaxDepth      = 512     // of a tree, in splits
	MaxLayers     = 64
	MaxWidth      = 1 << 20 // numbers in a layer
	MaxCentroids  = 100000
	MaxRecords    = 100000  // in a classifier file
	MaxColumns    = 10000   // of a data file
	MaxCells      = 8 << 20 // of a data file, with one more for each record
	MaxWords      = 64      // different words in a text column
	maxNumbers    = 16 << 20
	maxScaled     = 1e15    // size of a scaled value, which should lie in [0, 1]; squares of it are far from overflow
	maxName       = 120     // characters of a name
	maxNote       = 2000    // characters of a note
	maxTextBytes  = 1 << 20 // of a text or a key of a classifier file
	maxKeys       = 100     // of an object
	maxCellBytes  = 4096    // of a text in a data file
	maxLineBytes  = 16 << 20
)

var maxCells = MaxCells // a test lowers it

// atMost returns an error if there are more than most of something.
func atMost(n int, what string, most int) error {
	if n > most {
		return fmt.Errorf("%d %s; at most %d would do", n, what, most)
	}
	return nil
}
