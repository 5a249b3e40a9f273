package weights

import (
	"errors"

	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/views/control"
	"dpscope/views/imbalance"
)

// Controls of private learners in comparison.
var (
	perRecord = param.Param{Name: "lambda-n", Symbol: "λn", Label: "ridge",
		Help: "Ridge (regularisation) λ times the training records. From about 10 on it shrinks the offset too.",
		Min:  0, Max: 1e6, Low: 0.1, High: 1000, Default: 1, Scale: param.Log}

	befores = param.Menu[rareclass.Making]{Name: "before", Label: "beforehand",
		Help: "What is done to the rare class before training: only for the method without a guarantee.",
		Kinds: []param.Kind[rareclass.Making]{
			control.Option("nothing", "nothing", "Weights or a threshold have the effect of copies.", imbalance.Derived, rareclass.AsRecorded),
			control.Option("copies", "copies to balance", "Rows of the rare class are repeated until both classes are as large.",
				imbalance.Paper+", Proposition 4", rareclass.Copied),
			control.Option("smote", "SMOTE", "New rows between rare ones and one of their five nearest, until both classes are as large.",
				imbalance.Paper+", Theorem 5; Chawla & others 2002", rareclass.Smote),
		}}
)

// refusals says why some data are not learned from privately.
var refusals = map[rareclass.Making]error{
	rareclass.Copied: errors.New("the number of copies that balances the classes is private, and one record may be all of them: no ε can be guaranteed; public weights work, and copies?method=oversampling shows why"),
	rareclass.Smote:  errors.New("the number of rows that SMOTE makes is private, and one record changes the rows made from others, as five points on a line show: no ε can be guaranteed; public weights work, and copies?method=smote shows why"),
}
