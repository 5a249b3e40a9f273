// Package command is the command line of dpscope.
//
// Garbage may gather while somebody looks on, to four times what is in use and never beyond the limit
// of memory: collected at every doubling of ten megabytes it took a third of a key's processor time.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine/work"
	"dpscope/learners/parquet"
	"dpscope/learners/subprocess"
	"dpscope/learners/table"
)

// Exit statuses.
const (
	ok     = 0
	failed = 1 // it could not be done; one line said why
	misuse = 2 // the call is wrong
)

// usageError marks an error of the call rather than of the work.
type usageError struct{ error }

// Unwrap returns what is wrong with it.
func (e usageError) Unwrap() error { return e.error }

// keptBytes is how much of what it has computed the session of a process keeps: the
// largest table that a view takes, and what is made of it for one split.
const keptBytes = 144 << 20

// Main runs the program, which computes on so many processors, and returns its exit status.
func Main(processors int, args []string, in io.Reader, out, trouble io.Writer) int {
	root := rootCommand()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(trouble)
	help := helpOf(root)
	session := &work.Session{Store: work.NewStore(keptBytes), Files: work.AnyFile, Cores: work.NewCores(processors), Memory: new(work.Memory)}
	work.Keep(session, table.Formats{parquet.Format})
	work.Keep(session, &subprocess.Programs{})
	defer session.Close()
	ctx, stop := withinMemory(work.With(context.Background(), session), session.Memory)
	defer stop()
	err := execute(ctx, root)
	var memory *memoryError
	if errors.As(context.Cause(ctx), &memory) {
		err = memory
	}
	if err == nil {
		err = help.err
	}
	if err == nil {
		return ok
	}
	fmt.Fprintln(trouble, "dpscope: "+plainLine(err.Error()))
	var wrong usageError
	if errors.As(err, &wrong) {
		return misuse
	}
	return failed
}

// execute runs the command that is called. A program that fails is an error of the call,
// wherever it was being asked.
func execute(ctx context.Context, root *cobra.Command) (err error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case work.ExternalError:
			err = cause.Err
		default:
			panic(cause)
		}
	}()
	return root.ExecuteContext(ctx)
}

// attempt is a writer whose user does not look whether it could write.
type attempt struct {
	io.Writer
	err error
}

func (a *attempt) Write(b []byte) (int, error) {
	if a.err == nil {
		if _, err := a.Writer.Write(b); err != nil {
			a.err = fmt.Errorf("the help cannot be written: %w", err)
		}
	}
	return len(b), nil
}

// helpOf keeps what goes wrong with the help of a command, which the library
// does not return.
func helpOf(root *cobra.Command) *attempt {
	help, write := &attempt{}, root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		help.Writer = c.OutOrStdout()
		c.SetOut(help)
		write(c, args)
	})
	return help
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "dpscope [ADDRESS ... | FILE ...]",
		Short: "Explore the trade-off between privacy and utility in the terminal",
		Long: "Explore the trade-off between privacy and utility in the terminal. An address such as\n" +
			"concentration?mechanism=pm&epsilon=2 names a screen; without one, the first view opens. Of several,\n" +
			"n opens the next and b the one before. A file (CSV, Parquet, a classifier in JSON), or several in any order,\n" +
			"opens with the questions that it can answer.",
		Example:       "  dpscope\n  dpscope people.csv\n  dpscope 'compare?x=0.5&theta=0.1'\n  dpscope show compare --ascii",
		Version:       thisProgram().String(),
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          explore,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().Bool("ascii", false, "draw with ASCII characters only")
	root.SetFlagErrorFunc(explain)
	root.AddCommand(allowing(showCommand()), allowing(exportCommand()), allowing(readCommand()), allowing(sweepCommand()), trainCommand(),
		convertCommand(), verifyCommand(), synthCommand(), auditCommand(), claimsCommand(), allowing(citeCommand()), allowing(codeCommand()),
		allowing(reportCommand()), allowing(lessonCommand()), learnCommand(), gradeCommand(), viewsCommand(), findCommand(), referenceCommand())
	return allowing(root)
}

func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("%q is one word too many; this command takes none", args[0])}
	}
	return nil
}

func exactlyOne(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return usageError{fmt.Errorf("%d addresses are given; one is needed, such as 'concentration?mechanism=pm&epsilon=2'", len(args))}
}

// ascii reports whether to keep to ASCII: asked for, or all that the terminal
// shows.
func ascii(c *cobra.Command) bool {
	asked, _ := c.Flags().GetBool("ascii")
	return asked || !unicodeLocale() || os.Getenv("TERM") == "linux"
}

// unicodeLocale reports whether the locale says UTF-8, or says nothing.
func unicodeLocale() bool {
	for _, key := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := os.Getenv(key); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}
