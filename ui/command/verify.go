package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"dpscope/engine/param"
	"dpscope/mechanisms/optimal"
)

// Quantities of every certificate.
var (
	verifiedEpsilon = param.Param{Name: "epsilon", Help: "Privacy budget that the noise is held to.", Min: 0, Max: 100, Default: 1}
	verifiedDelta   = param.Param{Name: "delta", Help: "The δ that it may use.", Min: 0, Max: 1, Default: 0}
	verifiedShift   = param.Param{Name: "sensitivity", Help: "The most that one record can move the true answer.", Min: 1e-12, Max: 1e12,
		Default: 1}
)

func verifyCommand() *cobra.Command {
	given, exact := map[string]float64{verifiedShift.Name: verifiedShift.Default}, false
	also, below := "", ""
	c := &cobra.Command{
		Use:   "verify FILE.csv --epsilon E --delta D [--also E:D,...] [--below normal:MU:FLOOR] [--sensitivity S]",
		Short: "Certify the distribution of additive noise in a CSV file",
		Long: "Certify the distribution of additive noise: CSV with the columns low, high and mass, each row a mass spread evenly from low\n" +
			"to high, pieces side by side, or at a point where both are the same. A distribution on points alone is for answers that are\n" +
			"whole numbers, and shifts are whole then; otherwise they are any real number, which tells every point apart. The\n" +
			"supremum of the divergence over all shifts up to the sensitivity is printed with its shift; the exit status is 0 if\n" +
			"it is at most D whatever rounding did, and else 1, with the worst event. export 'noise?...' writes that format.\n" +
			"--also certifies further points in the same way, and --below a whole curve: the least floor with which the trade-off\n" +
			"curve of a normal distribution is nowhere below that of the noise.\n" +
			"With the columns group, from and to besides, a file has a distribution for each group of a range of answers, from\n" +
			"inclusive and to exclusive, and every ordered pair of groups is certified. export 'ranges?...' writes that.\n" +
			"--exact takes it in rational numbers besides, without any rounding, as is done where rounding leaves it open.",
		Example: "  dpscope export 'noise?epsilon=1&delta=0.2' -o noise.csv\n  dpscope verify noise.csv --epsilon 1 --delta 0.2",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError{fmt.Errorf("%d files are given; one is needed, such as noise.csv", len(args))}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			for _, p := range []param.Param{verifiedEpsilon, verifiedDelta} {
				if _, found := given[p.Name]; !found {
					return usageError{fmt.Errorf("--%s is missing; noise is private at some ε and δ, such as --epsilon 1 --delta 0.2", p.Name)}
				}
			}
			points, err := optimal.ReadPoints(also)
			if err != nil {
				return usageError{fmt.Errorf("--also: %w", err)}
			}
			curve := optimal.Normal{}
			if below != "" {
				if curve, err = optimal.ReadNormal(below); err != nil {
					return usageError{fmt.Errorf("--below: %w", err)}
				}
			}
			return verify(c.OutOrStdout(), args[0], claimed{given["epsilon"], given["delta"], given["sensitivity"], exact}, points, curve)
		},
	}
	for _, p := range []param.Param{verifiedEpsilon, verifiedDelta, verifiedShift} {
		c.Flags().Var(setting{p, given}, p.Name, p.Help+" "+p.Range())
	}
	c.Flags().StringVar(&also, "also", "", "Further points of the profile, epsilon:delta with commas between, such as 5:1e-6,0:0.3.")
	c.Flags().StringVar(&below, "below", "", "A whole curve, such as normal:1:1e-6: that of a normal distribution, and a floor.")
	c.Flags().BoolVar(&exact, "exact", false, "Take the certificate in rational numbers in any case.")
	return c
}

// claimed is the guarantee that a law is tested for, and whether to test it without rounding.
type claimed struct {
	epsilon, delta, sensitivity float64
	exact                       bool
}
