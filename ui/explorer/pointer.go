package explorer

// Pointer reads the picture at a point.
type Pointer struct {
	On   bool
	Held bool   // the keys move it
	At   *Point // nil: the middle of the picture
}

// Point is a place in the data. Y matters only where the picture shows a plane.
type Point struct{ X, Y float64 }

func (e *Explorer) togglePointer() {
	if e.pointer.On {
		e.pointer = Pointer{}
		return
	}
	e.holdPointer()
}

// holdPointer lets the keys move the pointer.
func (e *Explorer) holdPointer() {
	e.pane = PicturePane
	e.pointer.On, e.pointer.Held = true, true
}
