package find

import (
	"strings"
	"unicode"
)

// typedAs lists letters that people type otherwise.
var typedAs = map[rune]string{'ε': "epsilon", 'δ': "delta", 'θ': "theta", 'σ': "sigma", 'ρ': "rho", 'μ': "mu", 'λ': "lambda", 'α': "alpha", 'β': "beta",
	'π': "pi", 'é': "e", 'è': "e", 'ê': "e", 'ö': "o", 'ü': "u", 'ä': "a", 'ï': "i", 'ç': "c", '\'': "", '’': ""}

// Spelt writes a text as people type it: in lower case, with one blank between words.
func Spelt(text string) string {
	var b strings.Builder
	apart := false
	write := func(s string) {
		if apart && b.Len() > 0 {
			b.WriteByte(' ')
		}
		apart = false
		b.WriteString(s)
	}
	for _, r := range text {
		r = unicode.ToLower(r)
		switch spelt, known := typedAs[r]; {
		case known && len(spelt) > 1: // a word of its own
			apart = true
			write(spelt)
			apart = true
		case known:
			if spelt != "" {
				write(spelt)
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			write(string(r))
		default:
			apart = true
		}
	}
	return b.String()
}

// Bright returns the typed parts of a title: pairs of offsets, in order.
func Bright(titled, typed string) (parts [][2]int) {
	words := telling(Spelt(typed))
	from := -1
	end := func(at int) {
		if from < 0 {
			return
		}
		own := titled[from:at]
		for _, word := range words {
			if spelt := Spelt(own); beginsWith(spelt, word) {
				length := len(own)
				if spelt == strings.ToLower(own) { // letter by letter
					length = min(len(word), len(own))
				}
				parts = append(parts, [2]int{from, from + length})
				break
			}
		}
		from = -1
	}
	for i, r := range titled {
		inWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		switch {
		case inWord && from < 0:
			from = i
		case !inWord:
			end(i)
		}
	}
	end(len(titled))
	return parts
}
