package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/engine/claim"
	"dpscope/views/desk"
)

func claimsCommand() *cobra.Command {
	var paper, verdict string
	var asJSON, compute bool
	c := &cobra.Command{
		Use:   "claims [ID ...]",
		Short: "List what four papers claim, and what holds",
		Long: "List what four papers claim: what is printed, what this program gives, and whether it holds. With an id, or the\n" +
			"beginning of some, say all of it: the place, how it is checked, and why. Verdicts are recorded, and a test of the\n" +
			"program computes them anew; --compute does so now, says if one comes out otherwise, and names those that\n" +
			"rest on tests, which stand as recorded.\n" +
			"--json gives a list of objects with id, paper, place, printed, address, reading, value, verdict and why.",
		Example: "  dpscope claims --paper label-em --verdict false\n  dpscope claims label-em/table-1 --compute\n  dpscope claims --json",
		RunE: func(c *cobra.Command, ids []string) error {
			list, err := claimsOf(ids, paper, verdict)
			if err != nil {
				return usageError{err}
			}
			record, err := claim.Recorded()
			if err != nil {
				return err
			}
			var wrong error
			if compute {
				var kept []string
				record, kept, wrong = computed(c.Context(), list, record)
				if len(kept) > 0 {
					fmt.Fprintf(c.ErrOrStderr(), "not computed: %d of %d verdicts rest on tests of the program, which it cannot run, and stand as recorded: %s\n",
						len(kept), len(list), strings.Join(kept, ", "))
				}
			}
			switch {
			case asJSON:
				err = writeClaimsJSON(c.OutOrStdout(), list, record)
			case len(ids) > 0:
				err = writeClaims(c.OutOrStdout(), list, record)
			default:
				err = tableClaims(c.OutOrStdout(), list, record)
			}
			return errors.Join(wrong, err)
		},
	}
	c.Flags().StringVar(&paper, "paper", "", "of one paper: "+strings.Join(paperKeys(), ", "))
	c.Flags().StringVar(&verdict, "verdict", "", "of one verdict: "+strings.Join(verdictNames(), ", "))
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	c.Flags().BoolVar(&compute, "compute", false, "compute them now")
	return c
}

func paperKeys() (keys []string) {
	for _, p := range claim.Papers() {
		keys = append(keys, p.Key)
	}
	return keys
}

func verdictNames() (names []string) {
	for _, v := range claim.Verdicts() {
		names = append(names, string(v))
	}
	return names
}

// claimsOf selects claims by id, paper and verdict.
func claimsOf(ids []string, paper, verdict string) ([]claim.Claim, error) {
	if paper != "" && !slices.Contains(paperKeys(), paper) {
		return nil, fmt.Errorf("paper = %q is unknown; %s would work", paper, strings.Join(paperKeys(), ", "))
	}
	if verdict != "" && !slices.Contains(verdictNames(), verdict) {
		return nil, fmt.Errorf("verdict = %q is unknown; %s would work", verdict, strings.Join(verdictNames(), ", "))
	}
	all, err := claim.All()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if !slices.ContainsFunc(all, func(c claim.Claim) bool { return strings.HasPrefix(c.ID, id) }) {
			return nil, fmt.Errorf("no claim is called %s; dpscope claims lists them", engine.Visible(id))
		}
	}
	return slices.DeleteFunc(all, func(c claim.Claim) bool {
		named := len(ids) == 0 || slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(c.ID, id) })
		return !named || paper != "" && c.Paper != paper || verdict != "" && string(c.Verdict) != verdict
	}), nil
}

// computed checks claims now. It keeps the recorded outcomes of claims that a test checks, because a program runs no tests;
// kept lists those claims.
func computed(ctx context.Context, list []claim.Claim, record map[string]claim.Outcome) (now map[string]claim.Outcome, kept []string, faults error) {
	now = map[string]claim.Outcome{}
	for _, c := range list {
		d := desk.Desk{Tests: func(string) (claim.Finding, error) {
			was := record[c.ID]
			kept = append(kept, c.ID)
			return claim.Finding{Holds: was.Found, Numbers: was.Numbers}, nil
		}}
		o, err := d.Check(ctx, c)
		faults = errors.Join(faults, err)
		now[c.ID] = o
	}
	return now, kept, faults
}

func writeClaimsJSON(w io.Writer, list []claim.Claim, record map[string]claim.Outcome) error {
	type row struct {
		ID      string   `json:"id"`
		Paper   string   `json:"paper"`
		Place   string   `json:"place"`
		Printed string   `json:"printed"`
		Address string   `json:"address"`
		Reading string   `json:"reading"`
		Value   *float64 `json:"value"`
		Verdict string   `json:"verdict"`
		Why     string   `json:"why"`
	}
	rows := []row{}
	for _, c := range list {
		o := record[c.ID]
		rows = append(rows, row{c.ID, c.Paper, c.Place, o.Printed, o.Address, c.Ours, o.Value, string(c.Verdict), o.Why})
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(rows)
}

// tableClaims writes one line a claim below the name of its paper, and the count of each verdict.
func tableClaims(w io.Writer, list []claim.Claim, record map[string]claim.Outcome) error {
	var b strings.Builder
	for _, p := range claim.Papers() {
		of := slices.DeleteFunc(slices.Clone(list), func(c claim.Claim) bool { return c.Paper != p.Key })
		if len(of) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s\n%s\n", p.Title, p.Cite)
		for _, c := range of {
			o := record[c.ID]
			fmt.Fprintf(&b, "  %-24s %-38s", c.Verdict, c.ID)
			if o.Printed != "" {
				fmt.Fprintf(&b, " printed %s", o.Printed)
			}
			if o.Ours != "" {
				fmt.Fprintf(&b, " here %s", o.Ours)
			}
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	b.WriteString(desk.Summary(list) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeClaims writes claims in full.
func writeClaims(w io.Writer, list []claim.Claim, record map[string]claim.Outcome) error {
	var b strings.Builder
	for i, c := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(desk.Told(c, record[c.ID]))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
