package table

// What a data file may hold. The limits are far above what a terminal can
// explore, and low enough that a wrong or hostile file is refused before it
// fills the memory.
const (
	MaxFeatures  = 20000
	MaxClasses   = 1000
	maxBytes     = 512 << 20 // before and after decompression
	maxColumns   = 10000
	maxCells     = 8 << 20 // with one more for each record
	maxWords     = 64      // different words in a text column
	maxCellBytes = 4096    // of a text
	maxLineBytes = 4 << 20 // of which each may end a field, whose place takes ten times as much
	maxScaled    = 1e15    // size of a scaled value, which should lie in [0, 1]; squares of it are far from overflow
)
