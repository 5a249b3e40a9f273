package imbalance

import (
	"fmt"

	"dpscope/views/control"
)

// LawOfLoss is the source of the ε of many steps.
const LawOfLoss = "Alghamdi, Gomez, Asoodeh, Calmon, Kosut & Sankar 2023, δ as an integral in the complex plane, here with proven errors"

// PoissonOnly is the assumption of that ε.
const PoissonOnly = "Neighbours: add or remove one record. Poisson sampling: each record joins each batch by itself; shuffled batches are not covered. Noise is continuous."

// LeastSigma explains the noise of a step.
const LeastSigma = "The least σ for which T steps at rate q are (ε, δ)-private by the privacy loss distribution, and a thousandth more at most; the gradient's sum gets normal noise of σ·C."

// SumOfSteps returns the address of what these noisy steps spend together.
func SumOfSteps(rate, sigma float64, steps int, delta float64) string {
	return fmt.Sprintf("run?show=steps&rate=%s&sigma=%s&steps=%d&delta=%s", control.Rate.Exact(rate),
		control.Sigma.Exact(min(max(sigma, control.Sigma.Min), control.Sigma.Max)), steps, Slack.Exact(delta))
}
