package theme

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Plain makes any text safe to draw: control characters, escape sequences and
// the invisible characters that reorder or join text are dropped, line ends
// and tabs become spaces, and in the ASCII set Greek letters and signs are
// spelled out. Text from a user's files passes through here.
func (g Glyphs) Plain(text string) string {
	if plainASCII(text) {
		return text
	}
	if _, known := singles(text); known && !g.ASCII {
		return text
	}
	return g.made(text)
}

// made returns a plain text made of any.
func (g Glyphs) made(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	var last rune
	for _, r := range apart(ansi.Strip(text)) {
		if ' ' <= r && r <= '~' { // most are, and need no further test
			if last == 'Σ' && r == ' ' && g.ASCII { // it is spelled with a blank
				continue
			}
			last = r
			b.WriteByte(byte(r))
			continue
		}
		switch {
		case r == '\n' || r == '\t' || r == '\r' || r == '\u2028' || r == '\u2029':
			r = ' '
		case unicode.Is(unicode.C, r) || r == utf8.RuneError || tag(r) || leans(r):
			continue
		case follows(r) && !unicode.IsLetter(last) && !unicode.Is(unicode.M, last):
			continue // a mark with no letter before it would hang on the character drawn there
		}
		last = r
		switch {
		case !g.ASCII || r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			b.WriteString(spell(r))
		}
	}
	return b.String()
}

// apart writes the Thai and Lao AM as the mark and the letter that it is drawn as. Whole, it counts as one cell by itself and
// as none after a letter.
func apart(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\u0e33", "\u0e4d\u0e32"), "\u0eb3", "\u0ecd\u0eb2")
}

// follows reports whether a character is drawn in the cell of the one before it.
func follows(r rune) bool {
	return unicode.Is(unicode.M, r) || unicode.Is(unicode.Other_Grapheme_Extend, r)
}

// leans reports whether a character is one of the few letters that are drawn in the cell of the character after them, even of a
// blank.
func leans(r rune) bool {
	return unicode.Is(unicode.Lo, r) && r >= '\u0d4e' && ansi.StringWidth(string(r)+" ") <= ansi.StringWidth(string(r))
}

func plainASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// tag reports whether a character only changes how its neighbours look.
func tag(r rune) bool {
	return 0xfe00 <= r && r <= 0xfe0f || 0x1f3fb <= r && r <= 0x1f3ff || 0x1f1e6 <= r && r <= 0x1f1ff || 0xe0000 <= r && r <= 0xe01ff
}

// spell writes a character in ASCII.
func spell(r rune) string {
	if word, known := spelled[r]; known {
		return word
	}
	if unicode.Is(unicode.M, r) {
		return ""
	}
	return "?"
}

var spelled = map[rune]string{
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "eps", 'ζ': "zeta", 'η': "eta", 'θ': "theta",
	'κ': "kappa", 'λ': "lambda", 'μ': "mu", 'ν': "nu", 'ξ': "xi", 'π': "pi", 'ρ': "rho", 'σ': "sigma",
	'τ': "tau", 'φ': "phi", 'χ': "chi", 'ψ': "psi", 'ω': "omega", 'ϵ': "eps", 'Γ': "Gamma", 'Δ': "Delta",
	'Θ': "Theta", 'Λ': "Lambda", 'Π': "Pi", 'Σ': "sum ", 'Φ': "Phi", 'Ψ': "Psi", 'Ω': "Omega", 'ℓ': "l",
	'≤': "<=", '≥': ">=", '≈': "~", '≠': "!=", '±': "+-", '×': "x", '÷': "/", '·': "*", '∞': "inf", '−': "-",
	'→': "->", '←': "<-", '↑': "up", '↓': "down", '⇧': "shift+", '⌫': "bksp", '⇒': "=>", '↔': "<->", '∈': "in", '∑': "sum", '∏': "prod",
	'∫': "int", '√': "sqrt",
	'½': "1/2", '¼': "1/4", '¾': "3/4", '′': "'", '″': "\"", '‰': "/1000", '°': "deg", 'µ': "mu", '∂': "d", '∇': "grad",
	'‖': "||", '∥': "||", '⌊': "[", '⌋': "]", '⌈': "[", '⌉': "]", '⟨': "<", '⟩': ">",
	'¹': "^1", '²': "^2", '³': "^3", '⁰': "^0", '⁴': "^4", '⁵': "^5", '⁶': "^6", '⁷': "^7", '⁸': "^8", '⁹': "^9", '⁻': "^-", 'ⁿ': "^n",
	'₀': "0", '₁': "1", '₂': "2", '₃': "3", '₄': "4", '₅': "5", '₆': "6", '₇': "7", '₈': "8", '₉': "9", 'ᵢ': "i", 'ⱼ': "j",
	'–': "-", '—': "-", '‑': "-", '‐': "-", '…': "...", '•': "-", '‘': "'", '’': "'", '“': "\"", '”': "\"", '„': "\"", '«': "<<", '»': ">>",
	'‹': "<", '›': ">", '\u00a0': " ", '\u2009': " ", '\u202f': " ", '€': "EUR", '£': "GBP", '§': "section ", '©': "(c)",
	'▲': "^", '▸': ">", '●': "o", '│': "|", '─': "-",
	'à': "a", 'á': "a", 'â': "a", 'ã': "a", 'ä': "ae", 'å': "a", 'æ': "ae", 'ç': "c", 'è': "e", 'é': "e", 'ê': "e", 'ë': "e",
	'ì': "i", 'í': "i", 'î': "i", 'ï': "i", 'ñ': "n", 'ò': "o", 'ó': "o", 'ô': "o", 'õ': "o", 'ö': "oe", 'ø': "o", 'œ': "oe",
	'ù': "u", 'ú': "u", 'û': "u", 'ü': "ue", 'ý': "y", 'ÿ': "y", 'ß': "ss",
	'À': "A", 'Á': "A", 'Â': "A", 'Ã': "A", 'Ä': "Ae", 'Å': "A", 'Æ': "AE", 'Ç': "C", 'È': "E", 'É': "E", 'Ê': "E", 'Ë': "E",
	'Ì': "I", 'Í': "I", 'Î': "I", 'Ï': "I", 'Ñ': "N", 'Ò': "O", 'Ó': "O", 'Ô': "O", 'Õ': "O", 'Ö': "Oe", 'Ø': "O", 'Œ': "OE",
	'Ù': "U", 'Ú': "U", 'Û': "U", 'Ü': "Ue", 'Ý': "Y",
}

// Clusters returns the characters of a text as they are drawn: letters with their marks.
func Clusters(text string) []string {
	var list []string
	for text != "" {
		c, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		list = append(list, c)
		text = text[len(c):]
	}
	return list
}

// Fit shortens text to width cells, marking the cut with an ellipsis where
// there is room for one.
func (g Glyphs) Fit(text string, width int) string {
	switch {
	case width <= 0:
		return ""
	case Width(text) <= width:
		return text
	case width <= len(g.Ellipsis) && g.ASCII || width < 3:
		return ansi.Truncate(text, width, "")
	}
	return ansi.Truncate(text, width, g.Ellipsis)
}
