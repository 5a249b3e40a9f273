package explorer

import "time"

// tempo is how fast a run gets on: by the part that was done when it was first heard
// of, and when that was.
type tempo struct {
	run   uint64
	from  float64
	since time.Time
}

// settling is how long a run is watched before its tempo is believed.
const settling = 2 * time.Second

// left is the time that a run has still to go when a share of it is done; 0 where
// nobody knows yet.
func (p *tempo) left(run uint64, share float64, now time.Time) time.Duration {
	if p.run != run || p.since.IsZero() {
		*p = tempo{run, share, now}
	}
	gone := now.Sub(p.since)
	if gone < settling || share <= p.from || share >= 1 {
		return 0
	}
	return time.Duration(float64(gone) * (1 - share) / (share - p.from))
}
