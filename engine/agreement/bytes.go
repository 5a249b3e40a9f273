package agreement

import (
	"unsafe"

	"dpscope/learners/proof"
)

// Bytes is the memory that the region takes, its classifier and record apart,
// which belong to others. For a classifier of thresholds, of which a table may
// have thousands of records, it is a few kilobytes that never grow. Others
// remember what searches have met, and are counted with the room for that.
func (r *Region) Bytes() int64 {
	bytes := int64(unsafe.Sizeof(*r)) + 8*int64(cap(r.Private))
	switch {
	case r.grid != nil:
		return bytes + int64(unsafe.Sizeof(*r.grid)) + r.grid.decision.Bytes()
	case len(r.Private) > 2:
		return bytes + fewRemembered
	case r.can.Separating != nil:
		return bytes + sectionsRemembered + latticeRemembered
	}
	return bytes + heightsRemembered + sectionsRemembered + piecesRemembered + latticeRemembered +
		int64(unsafe.Sizeof(proof.Quadratic{}))*int64(cap(r.leads))
}

// What searches remember: radii; sections by lines, and the few polygons of a classifier of
// planes; polygons of some windows; a few thousand heights, as the hash map holds them; and
// stretches of bins.
const (
	fewRemembered      = 1 << 10
	sectionsRemembered = 1 << 15
	piecesRemembered   = 1 << 16
	heightsRemembered  = 1 << 18
	latticeRemembered  = 1 << 17
)
