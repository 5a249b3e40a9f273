package views

// claimsOpenings are how the views of that tab begin.
func claimsOpenings() map[string][2]string {
	return map[string][2]string{
		"claims": {"Of 183 claims 41 hold as printed, 41 hold with a correction, 76 are false, and 25 stay undecided.",
			"The marked claim, from label-em, Sections II-D and V: false."},
		"class": {"22.5 % of 40 answers to lesson promise, step 2, were right; most often said: “73.1 %” (16).",
			"Behind most wrong answers (16): “the stated ε is what is spent”; the room stands at question 4 of 5."},
	}
}
