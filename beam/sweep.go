package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"dpscope/views/sweep"
)

// sweepFlags holds the flags of a sweep.
type sweepFlags struct {
	address, out, readings string
	wide                   bool
	block                  int64
}

// blocks computes the settings of a sweep, block after block, each into a file of its own. Any worker that computes a block
// writes the same bytes under the same name, so that computing it twice, or in a later pipeline that continues this one, does
// no harm.
type blocks struct {
	Address  string
	Readings []string
	Wide     bool
	Settings int64 // in a block
	Count    int64 // number of blocks
	Folder   string

	table *sweep.Table
}

func init() {
	register.DoFn4x2[context.Context, *sdf.LockRTracker, []byte, func(written), sdf.ProcessContinuation, error](&blocks{})
	register.Emitter1[written]()
	register.Combiner1[written](&sumUp{})
	beam.RegisterType(reflect.TypeFor[written]())
}

// written counts the settings computed, the impossible ones, and those without any of the requested readings.
type written struct{ Settings, Failed, Silent int64 }

// sumUp adds counts.
type sumUp struct{}

func (sumUp) MergeAccumulators(a, b written) written {
	return written{a.Settings + b.Settings, a.Failed + b.Failed, a.Silent + b.Silent}
}

// begins is the number of blocks that one bundle computes before it gives the rest back: a worker that fails loses no more.
const begins = 4

// open reads the sweep, once a worker.
func (b *blocks) open(ctx context.Context) error {
	if b.table != nil {
		return nil
	}
	s, err := sweep.Read(b.Address)
	if err != nil {
		return err
	}
	if len(s.Varying) == 0 {
		return fmt.Errorf("no control of %s has a range; epsilon=1..8:15 would work", b.Address)
	}
	b.table, err = s.Table(ctx, sweep.Layout{Readings: b.Readings, Wide: b.Wide, Form: sweep.CSV})
	return err
}

// file returns the name of a block's file. Names sort in the order of rows.
func (b *blocks) file(k int64) string {
	return fmt.Sprintf("%s/rows-%019d.csv", b.Folder, k*b.Settings)
}

// Setup reads the sweep.
func (b *blocks) Setup(ctx context.Context) error { return b.open(working(ctx)) }

// StartBundle counts.
func (b *blocks) StartBundle(ctx context.Context, _ func(written)) { begun.Inc(ctx, 1) }

// CreateInitialRestriction returns all blocks.
func (b *blocks) CreateInitialRestriction([]byte) offsetrange.Restriction {
	return offsetrange.Restriction{Start: 0, End: b.Count}
}

// SplitRestriction returns enough parts to keep many workers busy; they split them further.
func (b *blocks) SplitRestriction(_ []byte, r offsetrange.Restriction) []offsetrange.Restriction {
	const parts = 1024
	return r.EvenSplits(min(parts, max(b.Count/(4*begins), 1)))
}

// RestrictionSize returns the number of blocks.
func (b *blocks) RestrictionSize(_ []byte, r offsetrange.Restriction) float64 { return r.Size() }

// CreateTracker follows the blocks.
func (b *blocks) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

// ProcessElement computes the claimed blocks, one by one.
func (b *blocks) ProcessElement(ctx context.Context, tracker *sdf.LockRTracker, _ []byte, emit func(written)) (sdf.ProcessContinuation, error) {
	ctx = working(ctx)
	first := tracker.GetRestriction().(offsetrange.Restriction).Start
	for k := first; k < first+begins; k++ {
		if !tracker.TryClaim(k) {
			return sdf.StopProcessing(), nil
		}
		w, err := b.compute(ctx, k)
		if err != nil {
			return sdf.StopProcessing(), err
		}
		emit(w)
	}
	return sdf.ResumeProcessingIn(0), nil
}

// compute writes the file of a block.
func (b *blocks) compute(ctx context.Context, k int64) (w written, err error) {
	from := uint64(k * b.Settings)
	to := min(from+uint64(b.Settings), b.table.Count)
	text := bytes.NewBuffer(sweep.CSV.Head(b.table.Columns))
	err = b.table.Run(ctx, sweep.Shard{}, from, to, func(block sweep.Block) error {
		w.Failed += int64(block.Failed)
		w.Silent += int64(block.Silent)
		text.Write(block.Rows)
		return nil
	})
	if err != nil {
		return w, err
	}
	w.Settings = int64(to - from)
	return w, write(ctx, b.file(k), text.Bytes())
}

// pipeline reads the sweep, so that mistakes are reported before any worker starts.
func (f sweepFlags) pipeline(ctx context.Context) (*blocks, *beam.Pipeline, error) {
	b := &blocks{Address: f.address, Wide: f.wide, Settings: f.block, Folder: strings.TrimSuffix(f.out, "/")}
	if f.readings != "" {
		b.Readings = strings.Split(f.readings, ",")
	}
	if f.block < 1 {
		return nil, nil, fmt.Errorf("-block %d: a file has at least one setting", f.block)
	}
	if err := b.open(working(ctx)); err != nil {
		return nil, nil, err
	}
	b.Count = int64((b.table.Count-1)/uint64(f.block) + 1)
	p, root := beam.NewPipelineWithRoot()
	all := beam.Combine(root, &sumUp{}, beam.ParDo(root, b, beam.Impulse(root)))
	beam.ParDo0(root, &sayWritten{b.Folder, int64(b.table.Count)}, all)
	return b, p, nil
}

// sayWritten reports on a whole sweep.
type sayWritten struct {
	Folder string
	Count  int64
}

func init() { register.DoFn2x1[context.Context, written, error](&sayWritten{}) }

// ProcessElement writes the report, once.
func (s *sayWritten) ProcessElement(ctx context.Context, w written) error {
	if w.Settings != s.Count {
		return fmt.Errorf("%d settings are written of %d", w.Settings, s.Count)
	}
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return write(ctx, s.Folder+"/written.json", append(text, '\n'))
}

// run sweeps, and reports the outcome.
func (f sweepFlags) run(ctx context.Context) error {
	b, p, err := f.pipeline(ctx)
	if err != nil {
		return err
	}
	asked, err := json.Marshal(struct {
		Address  string
		Readings []string
		Wide     bool
		Settings int64
	}{b.Address, b.Readings, b.Wide, b.Settings})
	if err != nil {
		return err
	}
	head := b.Folder + "/sweep.json"
	switch was, err := read(ctx, head); {
	case err != nil:
		return err
	case was != nil && !bytes.Equal(was, asked):
		return fmt.Errorf("%s has another sweep: %s; another folder would work", b.Folder, was)
	}
	if err := write(ctx, head, asked); err != nil {
		return err
	}
	bundles, err := execute(ctx, p)
	if err != nil {
		return err
	}
	text, err := read(ctx, b.Folder+"/written.json")
	if err != nil {
		return err
	}
	var w written
	if err := json.Unmarshal(text, &w); err != nil {
		return fmt.Errorf("%s/written.json: %w", b.Folder, err)
	}
	fmt.Printf("%d settings in %d files, %d bundles; %d cannot be, their rows say why\n", w.Settings, b.Count, bundles, w.Failed)
	if w.Silent > 0 && w.Silent+w.Failed == w.Settings {
		return errors.New("no setting has a reading that was asked")
	}
	return nil
}
