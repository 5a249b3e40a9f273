package views

// claimsOpenings are how the views of that tab begin.
func claimsOpenings() map[string][2]string {
	return map[string][2]string{
		"claims": {"Of 174 claims 36 hold as printed, 38 hold with a correction, 73 are false, and 27 stay undecided.",
			"The claim looked at, label-em, Sections II-D and V, is judged: false."},
		"class": {"22.5 % of 40 answers to promise, step 2 were right; most often said: “73.1 %” (16).",
			"What is behind most wrong answers: “stated” (16); the room stands at question 4 of 5."},
		"claims": {"Of 174 claims 36 hold as printed, 40 hold with a correction, 73 are false, and 25 stay undecided.",
		"claims": {"Of 180 claims 39 hold as printed, 38 hold with a correction, 77 are false, and 26 stay undecided.",
			"label-em, Sections II-D and V: false."},
	}
}
