package agreement

import (
	"container/heap"
	"context"
	"math"
	"slices"

	"dpscope/learners/proof"
)

// byBounds improves a proven box by looking at larger ones. A linear bound that
// holds on a box holds on every part of it, so one look at a larger box proves
// a whole family of smaller ones, and the best of the family is found without
// looking again. While that gains, the next look goes further beyond the best
// box; when it does not, less far, for the bounds loosen with distance.
func (g *growth) byBounds(ctx context.Context, v proof.Bounding, class int, radius float64) error {
	const first, last = 0.02, 1e-5 // how far to look beyond a box
	turns := 100
	if len(g.limit) > 100 { // faces, so that each look takes long
		turns = 4
	}
	look := func(room []float64) bool {
		faces := g.greedily(v.Bounds(ctx, g.q.box(g.sides(room)), class), room)
		return faces != nil && g.consider(faces)
	}
	look(g.limit) // enough where bounds do not loosen
	best, most := g.best, g.most
	for _, share := range [...]float64{1, 0.85, 0.5, 0.25} { // several starts
		g.best, g.most = make([]float64, len(g.limit)), math.Inf(-1)
		look(g.within(share * radius))
		for turn, beyond := 0, first; turn < turns && beyond > last; turn++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			room := slices.Clone(g.best)
			for f := range room {
				room[f] = min(room[f]*(1+10*beyond)+beyond, g.limit[f])
			}
			if look(room) {
				beyond *= 1.3
			} else {
				beyond /= 2
			}
		}
		if g.most > most {
			best, most = g.best, g.most
		}
	}
	g.best, g.most = best, most
	return nil
}

// within returns the faces of a ball, cut off at the limits.
func (g *growth) within(radius float64) []float64 {
	faces := slices.Clone(g.limit)
	for f := range faces {
		faces[f] = min(faces[f], radius)
	}
	return faces
}

// greedy moves the faces of a box outwards as far as linear bounds allow.
type greedy struct {
	*growth
	bounds []proof.LinearBound
	room   []float64 // how far each face may go
	slack  []float64 // the unused part of each bound
	faces  []float64
	todo   pushes
}

// greedily returns the box within the room, proven by the bounds, that has the
// greatest mass that could be found; nil if they prove nothing. Faces move
// outwards by steps. The next is always the one with the greatest gain in the
// logarithm of the mass for its share of what slack the bounds have left.
func (g *growth) greedily(bounds []proof.LinearBound, room []float64) []float64 {
	f := &greedy{growth: g, bounds: bounds, room: room, faces: make([]float64, len(room))}
	if !f.open() {
		return nil
	}
	for i := range f.faces {
		f.queue(i)
	}
	for len(f.todo) > 0 {
		p := heap.Pop(&f.todo).(push)
		now := f.weigh(p.face, p.step)
		switch {
		case !now.fits: // a shorter step may
			if shortest := room[p.face] / (64 * greedySteps); p.step > shortest {
				heap.Push(&f.todo, f.weigh(p.face, p.step/2))
			}
		case len(f.todo) > 0 && now.worth < f.todo[0].worth: // others have become worthier
			heap.Push(&f.todo, now)
		default:
			f.take(now)
			f.queue(p.face)
		}
	}
	return f.faces
}

// greedySteps is the number of steps in the whole way of a face.
const greedySteps = 64

// open computes each bound's slack at the record, less a margin for the rounding of later steps.
func (f *greedy) open() bool {
	const rounding = 1e-12
	record := proof.Point(f.q.Record)
	for _, b := range f.bounds {
		size := math.Abs(b.Constant)
		for i, w := range b.Weights {
			size += math.Abs(w) * (math.Abs(f.q.Record[i]) + 1)
		}
		slack := b.Least(record) - rounding*size
		if !(slack > 0) {
			return false
		}
		f.slack = append(f.slack, slack)
	}
	return len(f.slack) > 0
}

// push is a step of a face.
type push struct {
	face        int
	step, worth float64
	fits        bool
}

// pushes is a heap, the worthiest first.
type pushes []push

func (p pushes) Len() int           { return len(p) }
func (p pushes) Less(i, j int) bool { return p[i].worth > p[j].worth }
func (p pushes) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *pushes) Push(x any)        { *p = append(*p, x.(push)) }
func (p *pushes) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

// queue enters the next step of a face: to the next kink of its law, but at
// most a fixed part of the way.
func (f *greedy) queue(face int) {
	x, step := f.q.Record[f.q.Private[face/2]], f.room[face]/greedySteps
	for _, stop := range f.stops[face/2] {
		d := x - stop
		if face%2 == 1 {
			d = -d
		}
		if d > f.faces[face]*(1+1e-12) && d < f.faces[face]+step {
			step = d - f.faces[face]
		}
	}
	if step = min(step, f.room[face]-f.faces[face]); step > 0 {
		heap.Push(&f.todo, f.weigh(face, step))
	}
}

// cost returns the slack of bound k that a unit step of the face uses.
func (f *greedy) cost(face, k int) float64 {
	w := f.bounds[k].Weights[f.q.Private[face/2]]
	if face%2 == 1 {
		w = -w
	}
	return max(w, 0)
}

// weigh compares the gain of a step with the largest share that it takes of
// what some bound has left.
func (f *greedy) weigh(face int, step float64) push {
	const free = 1e-12
	m, was := f.laws[face/2], f.faces[face]
	before := m.side(f.side(face/2, f.faces))
	f.faces[face] += step
	after := m.side(f.side(face/2, f.faces))
	f.faces[face] = was
	gain := math.Log(after / before)
	if before == 0 { // no answer falls in the side yet
		gain = step
		if after > 0 {
			gain = 1000 + math.Log(after)
		}
	}
	used := 0.0
	for k := range f.bounds {
		used = max(used, f.cost(face, k)*step/f.slack[k])
	}
	return push{face: face, step: step, worth: gain / max(used, free), fits: used < 1}
}

func (f *greedy) take(p push) {
	f.faces[p.face] += p.step
	for k := range f.slack {
		f.slack[k] -= f.cost(p.face, k) * p.step
	}
}
