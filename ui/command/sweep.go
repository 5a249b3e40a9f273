package command

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/ui/save"
	"dpscope/views/sweep"
	"dpscope/views/view"
)

func sweepCommand() *cobra.Command {
	f := sweepFlags{}
	c := &cobra.Command{
		Use:   "sweep ADDRESS -o FILE",
		Short: "Answer an address whose numbers are ranges, as one table",
		Long: "Answer every setting of an address in which numbers are ranges and choices lists, as one tidy table: the number of the\n" +
			"setting, what varies, its address, and then what read says of it, a reading a row. --wide: a setting a row.\n" +
			"  epsilon=1..8:15        15 numbers at equal distances, both ends among them\n" +
			"  epsilon=0.1..10:log20  20 numbers at equal ratios\n" +
			"  epsilon=1,2,5          these; parts of a list may be ranges\n" +
			"  n=10..99               every whole number, of a control that takes whole numbers\n" +
			"  mechanism=pm,laplace   these options; mechanism=* all of them\n" +
			"The last range turns fastest. Of a list, a control that some options do not have is left out of their settings. A\n" +
			"setting that cannot be has a row error that says why. The file's ending says its\n" +
			"form: .csv, with a description beside it, .jsonl or .parquet, which has a column word for answers that are no numbers.\n" +
			"Until it is whole FILE.part and FILE.part.journal hold what there is: --resume FILE goes on with them, however the\n" +
			"program ended. --shard 3/16 computes every sixteenth setting, from the third on; the rows of all shards, sorted by\n" +
			"row, are those of the whole.",
		Example: "  dpscope sweep 'concentration?show=window&mechanism=pm,sw,laplace&epsilon=0.1..10:log200' --reading mass -o mass.csv\n" +
			"  dpscope sweep --resume mass.csv\n" +
			"  dpscope sweep 'compare?epsilon=1..8:15' --shard 3/16 -o part-3.csv",
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.file, "output", "o", "", "file to write, .csv, .jsonl or .parquet; standard output without it, as CSV")
	flags.StringVar(&f.resume, "resume", "", "the FILE to go on with; with an address, one that has not begun begins")
	flags.StringSliceVar(&f.Readings, "reading", nil, "a reading to ask, by the name that read has for it; may be given again; all without it")
	flags.BoolVar(&f.Wide, "wide", false, "one row a setting, with columns for each reading")
	flags.StringVar(&f.Shard, "shard", "", "the part to compute: 1/16 to 16/16")
	flags.BoolVar(&f.force, "force", false, "overwrite a file that exists")
	return c
}

// swept holds all that the rows of a sweep depend on; it is the head of the journal.
type swept struct {
	Address  string
	Readings []string `json:",omitempty"`
	Wide     bool     `json:",omitempty"`
	Shard    string
	Form     sweep.Form
	Version  string
}

type sweepFlags struct {
	swept
	file, resume string
	force        bool
}

// errSomeSettings is the error of a sweep that answered every setting it could.
var errSomeSettings = errors.New("some settings cannot be; their rows say why")

func (f sweepFlags) run(c *cobra.Command, args []string) error {
	switch {
	case len(args) > 1 || len(args) == 0 && f.resume == "":
		return exactlyOne(c, args)
	case f.resume != "" && f.file != "" && f.file != f.resume:
		return usageError{fmt.Errorf("--resume %s and -o %s name two files; one would work", f.resume, f.file)}
	case len(args) == 1:
		f.Address = args[0]
	}
	if f.resume == "" && f.file != "" && f.file != "-" {
		if err := save.Check(f.file, f.force); err != nil {
			return err
		}
	}
	f.Version = thisProgram().String()
	if f.file == "" {
		f.file = f.resume
	}
	part, err := f.begun(len(args) == 1)
	if err != nil {
		return err
	}
	if part != nil {
		defer part.Close()
	}
	table, shard, err := f.table(c.Context())
	if err != nil {
		return err
	}
	if count := shard.Count(table.Count); count > sweep.Most {
		return usageError{table.TooMany(count)}
	}
	gatherGarbage(garbageOfSweeps)
	if f.file == "" || f.file == "-" {
		return f.print(c, table, shard)
	}
	if part == nil {
		head, _ := json.Marshal(f.swept)
		if part, err = save.NewPart(f.file, string(head), f.force); err != nil {
			return err
		}
		defer part.Close()
	}
	if part.Empty() { // also where the last process ended before it had written anything
		if err := part.Append(f.Form.Head(table.Columns), 0, 0); err != nil {
			return err
		}
	}
	return f.write(c, table, shard, part)
}

// begun opens the part that --resume continues, and takes from its journal what the call does not say; nil where nothing has
// been written yet.
func (f *sweepFlags) begun(addressed bool) (*save.Part, error) {
	if f.resume == "" {
		return nil, nil
	}
	head, found, err := save.PartOf(f.file)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be resumed: %w", f.file, err)
	}
	if !found {
		if !addressed {
			return nil, usageError{fmt.Errorf("there is no %s.part that has begun; with an address the sweep begins", f.file)}
		}
		return nil, nil
	}
	var was swept
	if err := json.Unmarshal([]byte(head), &was); err != nil {
		return nil, fmt.Errorf("%s.part.journal is no journal of a sweep; another name, or --force with -o, would work", f.file)
	}
	if differs := f.differs(was, addressed); differs != "" {
		return nil, usageError{fmt.Errorf("%s.part is of another sweep: its %s; another name, or -o with --force to begin anew, would work",
			f.file, differs)}
	}
	f.swept = was
	return save.ResumePart(f.file, f.force)
}

// differs says how the sweep of a part differs from the one that the call asks for; empty: in nothing.
func (f *sweepFlags) differs(was swept, addressed bool) string {
	shard := func(text string) string {
		if text == "" {
			return "1/1"
		}
		return text
	}
	switch {
	case was.Version != f.Version:
		return "rows were computed by dpscope " + was.Version
	case !addressed && f.Readings == nil && !f.Wide && f.Shard == "":
		return ""
	case addressed && was.Address != f.Address:
		return "address is " + was.Address
	case !slices.Equal(was.Readings, f.Readings):
		return "readings are " + strings.Join(append(slices.Clone(was.Readings), "all")[:max(len(was.Readings), 1)], ",")
	case was.Wide != f.Wide:
		return "rows are " + map[bool]string{true: "wide", false: "not wide"}[was.Wide]
	case shard(was.Shard) != shard(f.Shard):
		return "shard is " + shard(was.Shard)
	}
	return ""
}

// table returns the requested sweep, and the shard of it.
func (f *sweepFlags) table(ctx context.Context) (*sweep.Table, sweep.Shard, error) {
	shard, err := sweep.ReadShard(f.Shard)
	if err != nil {
		return nil, shard, usageError{err}
	}
	if f.Form, err = sweep.FormOf(f.file); err != nil {
		return nil, shard, usageError{err}
	}
	s, err := sweep.Read(f.Address)
	if err != nil {
		return nil, shard, usageError{err}
	}
	if len(s.Varying) == 0 {
		return nil, shard, usageError{fmt.Errorf("no control of %s has a range; epsilon=1..8:15, epsilon=0.1..10:log20, epsilon=1,2,5 or mechanism=* would work", engine.Visible(f.Address))}
	}
	table, err := s.Table(ctx, sweep.Layout{Readings: f.Readings, Wide: f.Wide, Form: f.Form})
	var unknown *param.UnknownError
	if errors.As(err, &unknown) {
		err = usageError{err}
	}
	return table, shard, err
}

// print writes the table to standard output.
func (f *sweepFlags) print(c *cobra.Command, table *sweep.Table, shard sweep.Shard) error {
	out := bufio.NewWriterSize(c.OutOrStdout(), 1<<16)
	out.Write(f.Form.Head(table.Columns))
	failed, silent := uint64(0), uint64(0)
	err := table.Run(c.Context(), shard, 0, shard.Count(table.Count), func(b sweep.Block) error {
		failed, silent = failed+b.Failed, silent+b.Silent
		if _, err := out.Write(b.Rows); err != nil {
			return unwritten(err)
		}
		return nil
	})
	if err == nil {
		if err = out.Flush(); err != nil {
			err = unwritten(err)
		}
	}
	if err != nil {
		return err
	}
	return f.ended(table, shard, failed, silent)
}

// ended returns the error of a whole sweep: that some settings are impossible, or that none has the reading asked for.
func (f *sweepFlags) ended(table *sweep.Table, shard sweep.Shard, failed, silent uint64) error {
	switch all := shard.Count(table.Count); {
	case silent > 0 && silent+failed == all:
		return fmt.Errorf("no setting has the reading %s; dpscope read '%s' lists those of one; another reading, or other settings, would work",
			strings.Join(f.Readings, " or "), engine.Visible(table.Query(table.Words(shard.Setting(0)))))
	case failed > 0:
		return errSomeSettings
	}
	return nil
}

// write computes the rows that the part lacks, and renames it to the final file.
func (f *sweepFlags) write(c *cobra.Command, table *sweep.Table, shard sweep.Shard, part *save.Part) error {
	meter := newMeter(c.ErrOrStderr())
	defer meter.wipe()
	all := shard.Count(table.Count)
	at := func() work.Progress {
		return work.Progress{Done: float64(part.Done), Of: float64(all), What: "settings"}
	}
	meter.goOn(at())
	return stoppable(c.Context(), func(ctx context.Context) error {
		failed, silent := part.Failed, uint64(0) // rows from before a resumption are not counted as silent
		err := table.Run(ctx, shard, part.Done, all, func(b sweep.Block) error {
			failed, silent = failed+b.Failed, silent+b.Silent
			defer func() { meter.report(at()) }()
			return part.Append(b.Rows, b.Next, failed)
		})
		meter.wipe()
		switch {
		case errors.Is(err, context.Canceled):
			return fmt.Errorf("stopped after %d of %d settings; --resume %s goes on", part.Done, all, f.file)
		case err != nil:
			return err
		}
		if err := part.Finish(ctx, f.ending(ctx, table)); err != nil {
			return err
		}
		return f.ended(table, shard, failed, silent)
	})
}

// ending says how the rows become the file: which description stands beside a CSV table, and what Parquet is made from.
func (f *sweepFlags) ending(ctx context.Context, table *sweep.Table) (e save.Ending) {
	x := engine.Export{Table: engine.Table{Name: "sweep", Columns: table.Columns},
		Origin: engine.Origin{Address: f.Address, Title: table.View.Question, Source: table.View.Source,
			Rests: view.Titled(table.Works(ctx)), Program: thisProgram()}}
	switch f.Form {
	case sweep.CSV:
		e.Describe = func(w io.Writer) error { return x.WriteMetadata(w, filepath.Base(f.file)) }
	case sweep.Parquet:
		e.Turn = func(from io.Reader, to io.Writer) error { return save.WriteParquet(to, x, table.Turn(from)) }
	}
	return e
}
