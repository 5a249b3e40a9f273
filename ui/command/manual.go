package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// manualPage describes every command as a page of section 1 of the manual, in the language of man's macros.
func manualPage(root *cobra.Command) string {
	var b strings.Builder
	p := thisProgram()
	fmt.Fprintf(&b, ".TH DPSCOPE 1 %q %q\n.SH NAME\ndpscope \\- %s\n", p.Date, "dpscope "+p.Version, troff(root.Short))
	for _, c := range described(root) {
		fmt.Fprintf(&b, ".SH %s\n.B %s\n.PP\n%s\n", strings.ToUpper(troff(c.CommandPath())), troff(c.UseLine()), troff(about(c)))
		if c.Example != "" {
			fmt.Fprintf(&b, ".PP\n.nf\n%s\n.fi\n", troff(c.Example))
		}
		for _, f := range ownFlags(c) {
			name, usage := spelling(f)
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", troff(name), troff(usage))
		}
	}
	return b.String()
}

// troff writes a text so that man prints it as it is: a hyphen stays one, a line that begins as a request does not.
func troff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
