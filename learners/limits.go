package learners

// What a classifier file may hold. The limits are far above what a terminal can
// explore, and low enough that a wrong or hostile file is refused before it
// fills the memory.
const (
	maxTrees     = 10000
	countedTrees = 1 << 20 // up to which a file that has more is told how many
	maxNodes     = 4 << 20 // over all trees
	maxDepth     = 512     // of a tree, in splits
	maxLayers    = 64
	maxWidth     = 1 << 20 // numbers in a layer
	maxCentroids = 1000    // each is compared with all others
	maxRecords   = 100000
)
