package views

// imbalanceOpenings are how the views of that tab begin.
func imbalanceOpenings() map[string][2]string {
	return map[string][2]string{}
}
