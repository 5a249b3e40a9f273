package views

// claimsOpenings are how the views of that tab begin.
func claimsOpenings() map[string][2]string {
	return map[string][2]string{
		"claims": {"Of 174 claims 36 hold as printed, 40 hold with a correction, 73 are false, and 25 stay undecided.",
			"label-em, Sections II-D and V: false."},
	}
}
