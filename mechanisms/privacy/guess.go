package privacy

// RightGuess is how often an onlooker is right at best who sees one answer and
// guesses from which of two values it came, each being as likely beforehand:
// half of 1 + their total variation, by naming whichever value makes the answer
// likelier (Neyman & Pearson 1933). Total variation is the hockey-stick
// divergence at ε = 0, so RightGuess(g.Delta(0)) is what a guarantee allows:
// (e^ε + δ)/(1 + e^ε) for the claim (ε, δ).
func RightGuess(totalVariation float64) float64 { return (1 + totalVariation) / 2 }
