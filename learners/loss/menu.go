package loss

import "dpscope/engine/param"

// All lists the losses.
var All = param.Menu[Loss]{
	Name:  "loss",
	Label: "loss",
	Help:  "What a score is charged for its margin z, the label ±1 times the score.",
	Kinds: []param.Kind[Loss]{barrierHinge, sigmoidLoss, unhingedLoss, savageLoss, logisticLoss, squaredLoss, hingeLoss},
}
