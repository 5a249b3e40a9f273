package explorer

// Pointer reads the picture at a point.
type Pointer struct {
	On   bool
	Held bool   // it has the keys
	At   *Point // nil: the middle of the picture
}

// Point is a place in the data. What is read there depends on Y only where the
// picture is of a plane.
type Point struct{ X, Y float64 }

func (e *Explorer) togglePointer() {
	if e.pointer.On {
		e.pointer = Pointer{}
		return
	}
	e.holdPointer()
}

// holdPointer gives the pointer the keys.
func (e *Explorer) holdPointer() {
	e.pane = PicturePane
	e.pointer.On, e.pointer.Held = true, true
}
