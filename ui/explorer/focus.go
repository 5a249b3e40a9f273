package explorer

// keepFocus puts the focus on the first slider when its row is gone.
func (e *Explorer) keepFocus() {
	if rows := e.rows(); !rows.has(e.focus) {
		e.focus = rows.first()
	}
}

func (r Rows) has(key string) bool {
	_, i := r.Find(key)
	return i >= 0
}

// focused is the row that has the focus.
func (e *Explorer) focused() Row {
	r, _ := e.rows().Find(e.focus)
	return r
}

// step moves the focus by lines.
func (e *Explorer) step(lines int) {
	rows := e.rows()
	if len(rows) == 0 {
		return
	}
	_, i := rows.Find(e.focus)
	before, _ := rows.chosen(e.focus)
	e.focus = rows[min(max(i+lines, 0), len(rows)-1)].Key
	if after, _ := rows.chosen(e.focus); after.Key != before.Key {
		e.reasons = 0 // another answer has others
	}
}

// area is a region that tab moves between.
type area int

const (
	controlArea area = iota
	answerArea
	pictureArea
	areas
)

func (e *Explorer) area() area {
	switch {
	case e.pointer.Held:
		return pictureArea
	case e.focused().Kind == AnswerRow:
		return answerArea
	}
	return controlArea
}

// nextArea moves the focus to the next region, or the previous one.
func (e *Explorer) nextArea(step int) {
	rows := e.rows()
	next := (e.area() + area(step) + areas) % areas
	if next == answerArea && rows.firstAnswer() == "" {
		next = (next + area(step) + areas) % areas
	}
	e.pointer.Held = next == pictureArea
	switch next {
	case pictureArea:
		e.holdPointer()
	case controlArea:
		e.focus = rows.first()
	case answerArea:
		e.focus = rows.firstAnswer()
	}
}
