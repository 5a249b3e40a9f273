package classifier

import (
	"math"

	"dpscope/views/view"
)

// mapFilled returns the words of the lead that are no readings.
func (q prediction) mapFilled() map[string]string {
	words := q.filled()
	words["class"] = className(q.Model, q.Region.Class, namesInSentence)
	words["first"], words["second"] = q.Names[0], q.Names[1]
	words["a"], words["b"] = cut(q.Names[0], namesInSentence), cut(q.Names[1], namesInSentence)
	return words
}

// Conditions for the sentences of a map.
var (
	noBox     = view.Lacks("box-mass")
	emptyBox  = func(f view.Facts) bool { return f.Of("box-mass").Value == 0 }
	nearlyAll = func(f view.Facts) bool { return f.Of("box-mass").Value > 0.9999 }
	constant  = func(f view.Facts) bool { return math.IsInf(f.Of("radius-unbounded").Low, 1) }
)

var mapLead = view.Lead{
	Answers: []view.Variant{
		{When: noBox, Text: "Nowhere proven: no box of constant class was found for this classifier."},
		{When: constant, Text: "Everywhere: whatever {a} and {b} are, the prediction is proven to stay {class}."},
		{When: emptyBox, Text: "Hardly at all: the proven box around this record holds no noisy records at this ε."},
		{When: nearlyAll, Text: "{class} is proven to stay anywhere in {a} {box-FIRST} and {b} {box-SECOND}; nearly all noisy records land there."},
		{Text: "{class} is proven to stay anywhere in {a} {box-FIRST} and {b} {box-SECOND}; at least {box-mass} of noisy records land there."},
	},
	Prices:   view.TaskPeople.Price(),
	Warnings: []view.Variant{view.HardlyAny, view.LargeDelta},
}
