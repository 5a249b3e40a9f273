package survey

import "dpscope/views/view"

// prices say how often an attacker is right, and beside the margin what it would be without privacy or with an office.
var prices = view.Pairs(view.TaskAnswer.Price(), []view.Variant{
	{When: view.All(view.Picked("trust", "nobody"), view.Picked("asked", "sample"), view.LittleProtection(view.AttackerRight)),
		Text: " Without privacy ± {margin-chance.bare}."}, // the verdict takes the place of the office
	{When: view.All(view.Picked("trust", "nobody"), view.Picked("asked", "sample")), Text: " Without privacy ± {margin-chance.bare}; with an office ± {margin-office.bare}."},
	{When: view.Picked("trust", "nobody"), Text: " With an office ± {margin-office.bare}."},
	{When: view.Picked("asked", "sample"), Text: " Without privacy ± {margin-chance.bare}."},
	{Text: ""},
})
