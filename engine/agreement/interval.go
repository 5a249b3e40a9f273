package agreement

import (
	"cmp"
	"context"
	"math"
	"sync"

	"dpscope/engine/num/rootfind"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// longestInterval is the box over one private feature: each face goes as far
// as it can by itself.
func (r *Region) longestInterval(ctx context.Context, law mechanisms.Law, limits proof.Side) (CertifiedBox, error) {
	x, m := r.Record[r.Private[0]], measured(law)
	reach := m.reach(x)
	var failed error
	face := func(direction, limit float64) float64 {
		end, err := r.reaches.furthest(faceKey{direction, limit}, func() (float64, error) {
			var failed error
			d := furthest(math.Abs(limit-x), func(d float64) bool {
				end := x + direction*d
				holds, err := r.holds(ctx, []proof.Side{{Low: min(x, end), High: max(x, end)}})
				failed = cmp.Or(failed, err)
				return holds
			})
			return x + direction*d, failed
		})
		failed = cmp.Or(failed, err)
		return end
	}
	side := proof.Side{
		Low:  face(-1, min(x, max(limits.Low, reach.Low))),
		High: face(1, max(x, min(limits.High, reach.High))),
	}
	if failed != nil {
		return CertifiedBox{}, failed
	}
	mass := m.side(side)
	return CertifiedBox{Sides: []proof.Side{side}, Mass: mass, Upper: mass}, nil
}

// reaches remembers how far a face goes towards a limit, which most laws share.
type reaches struct {
	lock  sync.Mutex
	known map[faceKey]float64
}

type faceKey struct{ direction, limit float64 }

func (f *reaches) furthest(key faceKey, search func() (float64, error)) (float64, error) {
	const most = 32
	f.lock.Lock()
	end, found := f.known[key]
	f.lock.Unlock()
	if found {
		return end, nil
	}
	end, err := search()
	f.lock.Lock()
	defer f.lock.Unlock()
	if err == nil && len(f.known) < most {
		if f.known == nil {
			f.known = map[faceKey]float64{}
		}
		f.known[key] = end
	}
	return end, err
}

// furthest returns how far, up to end, something holds that holds at 0.
func furthest(end float64, holds func(float64) bool) float64 {
	if holds(end) {
		return end
	}
	last, _ := rootfind.Border(holds, 0, end, rootfind.Halving{
		Near: func(inside, outside float64) bool { return outside-inside <= 0x1p-52*outside },
	})
	return last
}
