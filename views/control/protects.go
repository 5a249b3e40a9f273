package control

// What a neighbour does to the record that a guarantee protects.
const (
	Replaced = "(replaced by any other)"
	LeftOut  = "(added or left out)"
)

// Protects says that a guarantee protects each record alike.
func Protects(neighbours string) string { return "Protects each record " + neighbours }
