package least

// follow visits the places of a walk in pairs of neighbours, including places between them, until visit
// returns true. The first place is visited as its own neighbour.
func (w Walk) follow(f Function, visit func(from, to Point) bool) {
	look := f
	if w.Screen != nil {
		look = w.Screen
	}
	var left, last Point
	count := 0
	for x := range w.Places {
		here := w.point(look, x)
		if count++; count == 1 {
			left, last = here, here
		}
		on := true
		if top, found := w.peak(f, left, last, here); found {
			on = visit(left, top) && visit(top, here)
		} else {
			on = w.between(look, last, here, visit)
		}
		if !on {
			return
		}
		left, last = last, here
	}
	if !w.Tail || count < 2 {
		return
	}
	if top := w.climb(f, left, last); top.Reaches {
		visit(left, top)
	}
}

// peak climbs to the top around the second of three places, if there may be a higher one. A screen's verdict
// must hold for the function too.
func (w Walk) peak(f Function, left, middle, right Point) (top Point, found bool) {
	if w.Bump == nil || !w.Bump(left, middle, right) {
		return Point{}, false
	}
	if w.Screen != nil && !w.Bump(w.point(f, left.X), w.point(f, middle.X), w.point(f, right.X)) {
		return Point{}, false
	}
	top = w.climb(f, left, right)
	return top, top.Value > middle.Value
}

// climb returns the highest point found between two places.
func (w Walk) climb(f Function, from, to Point) Point {
	x, v := w.Top(f, from.X, to.X)
	return Point{x, v, v >= w.Level}
}

func (w Walk) point(f Function, x float64) Point {
	v := f(x)
	return Point{x, v, v >= w.Level}
}

// between visits two places, and any places to look at between them.
func (w Walk) between(look Function, from, to Point, visit func(from, to Point) bool) bool {
	if w.Between != nil {
		if x, needed := w.Between(from, to); needed {
			middle := w.point(look, x)
			return w.between(look, from, middle, visit) && w.between(look, middle, to, visit)
		}
	}
	return visit(from, to)
}
