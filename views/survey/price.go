package survey

import "dpscope/views/view"

// prices say what an attacker can do, and beside the margin what it would be with nobody's privacy or with an office.
var prices = view.Pairs([]view.Variant{
	{When: view.PracticallyNever, Text: "An attacker is practically never wrong about one person's answer."},
	{When: view.HardlyEver, Text: "An attacker is wrong about one person's answer once in {wrong-once-in} guesses."},
	{Text: "An attacker is right about one person's answer at most {attacker-right} of the time (a coin toss: 50 %)."},
}, []view.Variant{
	{When: view.All(view.Picked("trust", "nobody"), view.Picked("asked", "sample")), Text: " Without privacy ± {margin-chance.bare}; with an office ± {margin-office.bare}."},
	{When: view.Picked("trust", "nobody"), Text: " With an office ± {margin-office.bare}."},
	{When: view.Picked("asked", "sample"), Text: " Without privacy ± {margin-chance.bare}."},
	{Text: ""},
})
