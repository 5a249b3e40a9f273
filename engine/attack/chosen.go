package attack

import (
	"context"

	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Chosen is one of k options, reported Times times by a protocol: an attacker distinguishes two given options.
type Chosen struct {
	Protocol                string
	Epsilon, Options, Times float64
}

// Check returns an error unless there is such a protocol.
func (s Chosen) Check() error {
	_, err := s.protocol()
	return err
}

func (s Chosen) protocol() (frequency.Protocol, error) {
	return frequency.At(s.Protocol, s.Epsilon, s.Options)
}

func (s Chosen) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	p, err := s.protocol()
	if err != nil {
		return privacy.Attack{}, err
	}
	one := s
	one.Times = 1
	return repeatedly(ctx, p.Pair().Attack(), accounting.Local{Law: reported{one}}, s.Times, accuracy)
}

func (s Chosen) claim(context.Context, float64, float64) (Claim, error) {
	return repeated(privacy.Claim{Epsilon: s.Epsilon}, s.Times)
}

// reported is one report as a release of a run (accounting.Law).
type reported struct{ Chosen }

func (r reported) String() string { return "an option by " + r.Protocol }

// Profile is exact: any two options are told apart alike.
func (r reported) Profile(context.Context) (func(epsilon float64) float64, error) {
	p, err := r.protocol()
	return p.Delta, err
}

// Cells returns the sets of answers of equal loss.
func (r reported) Cells(context.Context, int) ([]pairs.Cell, error) {
	p, err := r.protocol()
	return p.Cells(), err
}
