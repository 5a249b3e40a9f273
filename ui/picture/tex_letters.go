package picture

import (
	"strings"

	"dpscope/ui/theme"
)

// texSigns lists characters that LaTeX reads as commands or knows by other names.
var texSigns = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`, '^': `\textasciicircum{}`,
	'~': `\textasciitilde{}`,
	'<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`, '"': `\textquotedbl{}`, '\'': `\textquotesingle{}`, '`': `\textasciigrave{}`,
	'-': `{-}`, '−': `\ensuremath{-}`, '–': `\textendash{}`, '—': `\textemdash{}`, '…': `\textellipsis{}`,
	'“': `\textquotedblleft{}`, '”': `\textquotedblright{}`, '‘': `\textquoteleft{}`, '’': `\textquoteright{}`, '\u00a0': `~`,
	'α': `\ensuremath{\alpha}`, 'β': `\ensuremath{\beta}`, 'γ': `\ensuremath{\gamma}`, 'δ': `\ensuremath{\delta}`,
	'ε': `\ensuremath{\varepsilon}`, 'ζ': `\ensuremath{\zeta}`,
	'η': `\ensuremath{\eta}`, 'θ': `\ensuremath{\theta}`, 'κ': `\ensuremath{\kappa}`, 'λ': `\ensuremath{\lambda}`, 'μ': `\ensuremath{\mu}`,
	'ν': `\ensuremath{\nu}`, 'ξ': `\ensuremath{\xi}`,
	'π': `\ensuremath{\pi}`, 'ρ': `\ensuremath{\rho}`, 'σ': `\ensuremath{\sigma}`, 'τ': `\ensuremath{\tau}`, 'φ': `\ensuremath{\varphi}`,
	'χ': `\ensuremath{\chi}`, 'ψ': `\ensuremath{\psi}`, 'ω': `\ensuremath{\omega}`,
	'Γ': `\ensuremath{\Gamma}`, 'Δ': `\ensuremath{\Delta}`, 'Θ': `\ensuremath{\Theta}`, 'Λ': `\ensuremath{\Lambda}`, 'Π': `\ensuremath{\Pi}`,
	'Σ': `\ensuremath{\Sigma}`, 'Φ': `\ensuremath{\Phi}`, 'Ψ': `\ensuremath{\Psi}`, 'Ω': `\ensuremath{\Omega}`,
	'≤': `\ensuremath{\le}`, '≥': `\ensuremath{\ge}`, '≈': `\ensuremath{\approx}`, '≠': `\ensuremath{\ne}`, '±': `\ensuremath{\pm}`,
	'×': `\ensuremath{\times}`, '·': `\ensuremath{\cdot}`, '÷': `\ensuremath{\div}`,
	'∞': `\ensuremath{\infty}`, '√': `\ensuremath{\surd}`, '∑': `\ensuremath{\sum}`, '∏': `\ensuremath{\prod}`, '∫': `\ensuremath{\int}`,
	'∂': `\ensuremath{\partial}`, '∈': `\ensuremath{\in}`,
	'→': `\ensuremath{\rightarrow}`, '←': `\ensuremath{\leftarrow}`, '↑': `\ensuremath{\uparrow}`, '↓': `\ensuremath{\downarrow}`,
	'↔': `\ensuremath{\leftrightarrow}`,
	'°': `\textdegree{}`, '½': `\textonehalf{}`, '¼': `\textonequarter{}`, '′': `\ensuremath{'}`,
}

// tex returns a text as LaTeX sets it, with any engine; characters that LaTeX has no name for are spelled out.
func tex(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch sign, named := texSigns[r]; {
		case named:
			b.WriteString(sign)
		case r >= ' ' && r <= '~', r >= 'À' && r <= 'ÿ':
			b.WriteRune(r)
		default:
			for _, c := range theme.ASCII.Plain(string(r)) {
				if sign, named := texSigns[c]; named {
					b.WriteString(sign)
				} else if c >= ' ' && c <= '~' {
					b.WriteRune(c)
				} else {
					b.WriteByte('?')
				}
			}
		}
	}
	return b.String()
}
