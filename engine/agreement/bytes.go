package agreement

import (
	"unsafe"

	"dpscope/learners/proof"
)

// Bytes returns the memory of the region without its classifier and record, which belong to others. For a
// classifier of thresholds, with maybe thousands of regions per table, it is a few kilobytes that never grow.
// Other regions remember results of searches, and count the room reserved for them.
func (r *Region) Bytes() int64 {
	bytes := int64(unsafe.Sizeof(*r)) + 8*int64(cap(r.Private))
	switch {
	case r.grid != nil:
		return bytes + int64(unsafe.Sizeof(*r.grid)) + r.grid.decision.Bytes()
	case r.slabs != nil:
		return bytes + fewRemembered + r.slabs.bytes()
	case len(r.Private) > 2:
		return bytes + fewRemembered
	case r.can.Separating != nil:
		return bytes + sectionsRemembered + latticeRemembered
	}
	return bytes + heightsRemembered + sectionsRemembered + piecesRemembered + latticeRemembered +
		int64(unsafe.Sizeof(proof.Quadratic{}))*int64(cap(r.leads))
}

// Room for results of searches: radii; sections by lines, and the few polygons of a classifier of planes;
// polygons of some windows; a few thousand heights in a hash map; stretches of bins.
const (
	fewRemembered      = 1 << 10
	sectionsRemembered = 1 << 15
	piecesRemembered   = 1 << 16
	heightsRemembered  = 1 << 18
	latticeRemembered  = 1 << 17
)
