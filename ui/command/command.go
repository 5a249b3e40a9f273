// Package command is the command line of dpscope.
//
// An interactive program lets garbage gather to four times what is in use, within the limit of memory: collecting at every
// doubling of ten megabytes took a third of the processor time of a key.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// Unwrap returns the error of the call.
func (e usageError) Unwrap() error { return e.error }

// keptBytes limits the memory in which the session of a process keeps results: enough for the largest table that a view takes,
// and for what is made of it for one split.
const keptBytes = 144 << 20

// Main runs the program on the given number of processors, and returns its exit status.
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
	return statusOf(err, trouble)
}

// statusOf tells an error, if there is one, in one line, and returns the exit status.
func statusOf(err error, trouble io.Writer) int {
	if err == nil {
		return ok
	}
	fmt.Fprintln(trouble, "dpscope: "+plainLine(err.Error()))
	var claim judgement
	if errors.As(err, &claim) {
		return claim.status
	}
	var wrong usageError
	if errors.As(err, &wrong) {
		return misuse
	}
	return failed
}

// execute runs the command that is called. An external program that fails, at any call of it, is an error of the call.
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

// attempt is a writer that remembers its error, for a user that ignores it.
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

// helpOf remembers a write error of a command's help, which the library does not return.
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
		Example:           "  dpscope\n  dpscope people.csv\n  dpscope 'compare?x=0.5&theta=0.1'\n  dpscope show compare --ascii",
		Version:           thisProgram().String(),
		Args:              cobra.ArbitraryArgs,
		SilenceErrors:     true,
		SilenceUsage:      true,
		RunE:              explore,
		ValidArgsFunction: completeAddress,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().Bool("ascii", false, "draw with ASCII characters only")
	root.SetFlagErrorFunc(explain)
	root.AddCommand(allowing(addressed(showCommand())), allowing(addressed(exportCommand())), allowing(addressed(readCommand())), allowing(addressed(sweepCommand())), trainCommand(),
		convertCommand(), allowing(checkCommand()), allowing(addressed(decisionCommand())), verifyCommand(), synthCommand(), auditCommand(), claimsCommand(), allowing(addressed(citeCommand())), allowing(addressed(codeCommand())),
		allowing(addressed(reportCommand())), allowing(addressed(pageCommand())), allowing(castCommand()), inWordsToo(onGround(allowing(lessonCommand()))), inWordsToo(onGround(learnCommand())), gradeCommand(), viewsCommand(), findCommand(), doctorCommand(), referenceCommand())
	root.AddCommand(serving()...)
	return inWordsToo(onGround(allowing(root)))
}

func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("%q is one word too many; this command takes none", args[0])}
	}
	return nil
}

// ascii reports whether to use ASCII only: because it was asked for, or because the terminal shows no more.
func ascii(c *cobra.Command) bool {
	asked, _ := c.Flags().GetBool("ascii")
	getenv := surroundingsOf(c.Context()).getenv
	return asked || !unicodeLocale(getenv) || getenv("TERM") == "linux"
}

// unicodeLocale reports whether the locale names UTF-8, or is not set.
func unicodeLocale(getenv func(string) string) bool {
	for _, key := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(key); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}
