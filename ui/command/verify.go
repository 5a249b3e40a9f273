package command

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine/noise"
	"dpscope/engine/param"
	"dpscope/mechanisms/optimal"
)

// Quantities of a certificate, whatever a program could find a law for.
var (
	verifiedEpsilon = param.Param{Name: "epsilon", Help: "Privacy budget that the law is held to.", Min: 0, Max: 100, Default: 1}
	verifiedDelta   = param.Param{Name: "delta", Help: "Slack that it may use.", Min: 0, Max: 1, Default: 0}
	verifiedShift   = param.Param{Name: "sensitivity", Help: "The most that one record can move the true answer.", Min: 0, Max: 1e12, Open: true, Default: 1}
)

func verifyCommand() *cobra.Command {
	given, exact := map[string]float64{verifiedShift.Name: verifiedShift.Default}, false
	c := &cobra.Command{
		Use:   "verify FILE.csv --epsilon E --delta D [--sensitivity S]",
		Short: "Certify the law of additive noise in a CSV file",
		Long: "Certify the law of additive noise: CSV with the columns low, high and mass, each row a mass spread evenly from low\n" +
			"to high, pieces side by side, or at a point where both are the same. A law of points alone is for answers that are\n" +
			"whole numbers. The greatest divergence over all shifts up to the sensitivity is printed with its shift; the exit\n" +
			"status is 0 if it is at most D, and else 1, with the worst event. export 'noise?...' writes that format.\n" +
			"--exact takes it in rational numbers besides, of a law on a grid: then it is at most D without any rounding.",
		Example: "  dpscope export 'noise?epsilon=1&delta=0.2' -o law.csv\n  dpscope verify law.csv --epsilon 1 --delta 0.2",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError{fmt.Errorf("%d files are given; one is needed, such as law.csv", len(args))}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			for _, p := range []param.Param{verifiedEpsilon, verifiedDelta} {
				if _, found := given[p.Name]; !found {
					return usageError{fmt.Errorf("--%s is missing; a law is private at some ε and δ, such as --epsilon 1 --delta 0.2", p.Name)}
				}
			}
			return verify(c.OutOrStdout(), args[0], claimed{given["epsilon"], given["delta"], given["sensitivity"], exact})
		},
	}
	for _, p := range []param.Param{verifiedEpsilon, verifiedDelta, verifiedShift} {
		c.Flags().Var(setting{p, given}, p.Name, p.Help+" "+p.Exact(p.Min)+" to "+p.Exact(p.Max))
	}
	c.Flags().BoolVar(&exact, "exact", false, "Take the certificate in rational numbers too.")
	return c
}

// claimed is what a law is held to, and whether without rounding.
type claimed struct {
	epsilon, delta, sensitivity float64
	exact                       bool
}

// verify certifies the law in a file, and says what was found.
func verify(out io.Writer, name string, claim claimed) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	law, err := noise.ReadLaw(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	query, kind := optimal.Real, "any shift"
	if len(law.Masses) == 0 {
		query, kind = optimal.Count, "any whole shift"
	}
	c := law.Certify(query, claim.epsilon, claim.sensitivity)
	_, err = fmt.Fprintf(out, "delta %.12g at a shift of %.12g: the greatest divergence at epsilon = %g over %s up to %g\n",
		c.Delta, c.Shift, claim.epsilon, kind, claim.sensitivity)
	if err != nil {
		return fmt.Errorf("the certificate cannot be written: %w", err)
	}
	const rounding = 1e-12 // of the sums of a certificate
	private := c.Delta <= claim.delta+rounding
	if claim.exact {
		if private, err = exactly(out, law, query, claim); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if private {
		return nil
	}
	return errors.New("the law is not private at delta = " + fmt.Sprintf("%g", claim.delta) + "; the worst event is " +
		eventInWords(law.Worst(query, claim.epsilon, c.Shift)))
}

// exactly says what the certificate is in rational numbers, and whether it is at most
// what is claimed, which is taken as it is written.
func exactly(out io.Writer, law optimal.Law, query optimal.Query, claim claimed) (private bool, err error) {
	e, err := law.CertifyExactly(query, claim.epsilon, claim.sensitivity)
	if err != nil {
		return false, err
	}
	const digits = 40
	most, _ := new(big.Rat).SetString(strconv.FormatFloat(claim.delta, 'g', -1, 64))
	if private = e.High.Cmp(most) <= 0; !private {
		_, err = fmt.Fprintf(out, "in rational numbers delta is about %s at a shift of %.12g, which is more than %g\n", e.High.FloatString(digits), e.Shift, claim.delta)
	} else {
		_, err = fmt.Fprintf(out, "in rational numbers delta is about %s at a shift of %.12g, and at most %g without any rounding\n", e.High.FloatString(digits), e.Shift, claim.delta)
	}
	return private, err
}

// eventInWords lists the parts of an event, at most a few.
func eventInWords(event []optimal.Interval) string {
	const most = 12
	var parts []string
	for i, at := range event {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more parts", len(event)-most))
			break
		}
		if at.Low == at.High {
			parts = append(parts, fmt.Sprintf("{%g}", at.Low))
		} else {
			parts = append(parts, fmt.Sprintf("[%g, %g]", at.Low, at.High))
		}
	}
	return strings.Join(parts, " ")
}
