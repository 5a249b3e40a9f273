package view

// Conditions for variants.

// Picked holds where a control is set to an option.
func Picked(key, option string) func(Facts) bool {
	return func(f Facts) bool { return f.Picked(key, option) }
}

// Fills holds where the page gives a word.
func Fills(word string) func(Facts) bool { return func(f Facts) bool { return f.Filled(word) != "" } }

// Reads holds where a reading is a word.
func Reads(name, word string) func(Facts) bool {
	return func(f Facts) bool { return f.Said(name, word) }
}

// Decides holds where the verdict is a word.
func Decides(word string) func(Facts) bool { return Reads("verdict", word) }

// Knows holds where a reading has a value by now.
func Knows(name string) func(Facts) bool { return func(f Facts) bool { return !f.Of(name).Missing() } }

// Lacks holds where a reading has no value, and will have none.
func Lacks(name string) func(Facts) bool { return func(f Facts) bool { return f.None(name) } }

// Is holds where a slider or a reading has exactly a value.
func Is(name string, value float64) func(Facts) bool {
	return func(f Facts) bool { return f.Number(name) == value }
}

// Pairs joins every beginning with every end; the first pair with both conditions met is said.
func Pairs(heads, tails []Variant) (list []Variant) {
	for _, h := range heads {
		for _, t := range tails {
			list = append(list, Either(Branch{When: h.When, Variants: []Variant{{When: t.When, Text: h.Text + t.Text, Guess: h.Guess || t.Guess}}})...)
		}
	}
	return list
}
