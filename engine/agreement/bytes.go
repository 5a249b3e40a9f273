package agreement

import (
	"unsafe"

	"dpscope/learners/proof"
)

// Bytes is the memory that the region takes, its classifier and record apart,
// which belong to others. For a classifier of thresholds, of which a table
// may have thousands of records, it is a few kilobytes that never grow. Others
// remember what searches for boxes have met; that is counted as the most it may
// come to be.
func (r *Region) Bytes() int64 {
	bytes := int64(unsafe.Sizeof(*r)) + 8*int64(cap(r.Private))
	if r.grid != nil {
		return bytes + int64(unsafe.Sizeof(*r.grid)) + r.grid.decision.Bytes()
	}
	return bytes + mostRemembered + int64(unsafe.Sizeof(proof.Quadratic{}))*int64(cap(r.leads))
}

// mostRemembered is what heights, polygons and sections come to at most, on
// their bounded number and on windows of a few hundred polygons.
const mostRemembered = 2 << 20
