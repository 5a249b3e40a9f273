package mechanisms

import "dpscope/mechanisms/privacy"

// AnalyticGaussian is normal noise of the least standard deviation that gives (ε, δ)
// privacy; answers may leave [0, 1]. delta is in (0, 1).
func AnalyticGaussian(epsilon, delta float64) (Gaussian, error) {
	m, err := Gaussian{Delta: delta, by: &calibration{sigma: privacy.AnalyticSigma, notion: privacy.Approximate}}.WithEpsilon(epsilon)
	if err != nil {
		return Gaussian{}, err
	}
	return m.(Gaussian), nil
}
