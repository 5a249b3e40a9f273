package views

// claimsOpenings are how the views of that tab begin.
func claimsOpenings() map[string][2]string {
	return map[string][2]string{
		"claims": {"Of 183 claims 41 hold as printed, 41 hold once corrected, 76 are false, and 25 stay undecided.",
			"“How the mechanism relates to randomised response at finite n is an open problem and not fully understood” (label-em): false."},
		"class": {"22.5 % of 40 answers to question 2 (lesson promise, step 2) were right; most often said: “73.1 %” (16).",
			"Asked was: “ε goes from 1 to 2, a heavier coin. At 1, a guess is right at most … of the time. At 2?”."},
	}
}
