package views

// claimsOpenings are how the views of that tab begin.
func claimsOpenings() map[string][2]string {
	return map[string][2]string{
		"claims": {"Of 180 claims 39 hold as printed, 38 hold with a correction, 77 are false, and 26 stay undecided.",
			"label-em, Sections II-D and V: false."},
	}
}
