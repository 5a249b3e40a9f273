package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/ui/decision"
	"dpscope/ui/report"
)

// computeAgain computes the decisions of a file again.
func computeAgain(c *cobra.Command, name string, text []byte, data []string) ([]decision.Finding, error) {
	all, err := decision.Parse(text, Version)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", engine.Visible(name), err)
	}
	checker := decision.Checker{Program: thisProgram(), Data: data,
		Compute: func(_ context.Context, p *report.Page) error { return compute(c, p) }}
	findings := make([]decision.Finding, len(all))
	for i, d := range all {
		if findings[i], err = checker.Check(c.Context(), d); err != nil {
			return nil, err
		}
	}
	return findings, nil
}

// checkDecisions tells what became of the decisions of a file.
func checkDecisions(c *cobra.Command, name string, text []byte, data []string, asJSON bool) error {
	findings, err := computeAgain(c, name, text, data)
	if err != nil {
		return err
	}
	told := decisionsText(findings)
	if asJSON {
		if told, err = decisionsJSON(findings); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(c.OutOrStdout(), told); err != nil {
		return fmt.Errorf("what was checked cannot be written: %w", err)
	}
	return judgedDecisions(findings)
}

// judgedDecisions returns the worst verdict as an error: nil where all decisions are the same.
func judgedDecisions(findings []decision.Finding) error {
	count := map[decision.Verdict]int{}
	for _, f := range findings {
		count[f.Verdict]++
	}
	of := func(n int) string {
		if len(findings) == 1 {
			return "the decision"
		}
		return fmt.Sprintf("%d of %d decisions", n, len(findings))
	}
	switch other := count[decision.Differs] + count[decision.DataDiffers]; {
	case other > 0:
		return judgement{errors.New(of(other) + ": not what was recorded"), untrue}
	case count[decision.CannotBeTold] > 0:
		return judgement{errors.New(of(count[decision.CannotBeTold]) + ": cannot be told"), undecided}
	}
	return nil
}

// decisionsText writes findings for people.
func decisionsText(findings []decision.Finding) string {
	var b strings.Builder
	for i, f := range findings {
		fmt.Fprintf(&b, "%d. %s\n   %s\n", i+1, plainLine(f.Question), plainLine(f.Address))
		fmt.Fprintf(&b, "   %s: %s\n", f.Verdict.Title(), plainLine(strings.Join(f.Reasons, "; ")))
		for _, d := range f.Few() {
			fmt.Fprintf(&b, "   %s\n", plainLine(d))
		}
		fmt.Fprintf(&b, "   decided by %s, with dpscope %s: %s\n", plainLine(f.By), plainLine(f.Decision.Program.String()), plainLine(f.Because))
	}
	return b.String()
}

// decisionsJSON writes findings for programs.
func decisionsJSON(findings []decision.Finding) (string, error) {
	type told struct {
		Question    string                `json:"question"`
		Address     string                `json:"address"`
		Verdict     string                `json:"verdict"`
		Reasons     []string              `json:"reasons"`
		Differences []decision.Difference `json:"differences"`
	}
	list := make([]told, len(findings))
	for i, f := range findings {
		list[i] = told{f.Question, f.Address, f.Verdict.String(), f.Reasons, append([]decision.Difference{}, f.Differences...)}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(map[string]any{"decisions": list})
	return string(harmlessJSON(b.Bytes())), err
}

// decisions computes the decisions of a file again, for a report that opens with what became of them.
func (f reportFlags) decisions(c *cobra.Command, name string) (r report.Report, err error) {
	if f.with != nil {
		return r, usageError{errors.New("--with would make another decision; --data FILE says where the data lie")}
	}
	text, err := readChecked(name)
	if err != nil {
		return r, err
	}
	findings, err := computeAgain(c, name, text, f.data)
	if err != nil {
		return r, err
	}
	words := []string{"dpscope", "report", report.Quoted(name)}
	for _, d := range f.data {
		words = append(words, "--data", report.Quoted(d))
	}
	r = report.Report{Program: thisProgram(), Command: strings.Join(append(words, "-o", report.Quoted(f.file)), " ")}
	for _, found := range findings {
		of := report.Decided{Question: found.Question, Address: found.Address, Verdict: found.Verdict.Title(), Reasons: found.Reasons,
			Differences: found.Few(), By: found.By, Because: found.Because, Made: found.Decision.Program.String()}
		if found.Page != nil {
			r.Pages = append(r.Pages, *found.Page)
		} else {
			of.Recorded = found.Readings
		}
		r.Decided = append(r.Decided, of)
	}
	return r, nil
}
