package views

// classifierOpenings are how the views of that tab begin.
func classifierOpenings() map[string][2]string {
	return map[string][2]string{}
}
