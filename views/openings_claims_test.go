package views

// claimsOpenings returns the opening leads of that tab's views.
func claimsOpenings() map[string][2]string {
	return map[string][2]string{
		"papers": {"Of 183 claims 41 hold as printed, 46 hold once corrected, 76 are false, and 20 stay undecided (8 could not be reproduced, 12 cannot be checked here).",
			"For example “0.94 ms of 859.83 ms is less than 0.1 %” (paper ldp-utility): false; computed here: 0.109 %."},
		"class": {"Most often “a larger ε gives no more away”: 16 of 40 answered “73.1 %”; only 9 gave the right one, “88.1 %”.",
			"The question: “ε goes from 1 to 2. At 1, a guess is right at most 73.1 % of the time. At 2?”"},
	}
}
