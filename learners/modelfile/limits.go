package modelfile

// What a classifier file may hold. The limits are far above what a terminal can
// explore, and low enough that a wrong or hostile file is refused before it
// fills the memory.
const (
	MaxNumbers   = 16 << 20
	maxBytes     = 64 << 20 // before and after decompression
	maxTextBytes = 1 << 20  // of a text or a key
	maxKeys      = 100      // of an object that does not list things
)
