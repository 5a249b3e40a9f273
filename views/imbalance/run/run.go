// Package run holds the view about a training by noisy steps: what holds for it, by the way it drew its batches, and what its
// steps spend together by several theorems where coins draw the records.
package run

import "dpscope/views/view"

// Run says whether a training is private, given the way it drew its batches.
var Run = view.OneOf{Key: "show", Label: "show", Help: "What is drawn: of a run as it drew its batches, or of the ways to add up steps whose records are drawn by coins.",
	Sides: []view.Side{{View: asDrawn}, {View: byCoins}}}.View()
