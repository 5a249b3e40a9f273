// Command beam runs, as a pipeline of Apache Beam, what is too large for one machine: a sweep of a thousand million settings,
// and a population of files that are read in parts. It computes nothing itself: a worker asks the same engine as dpscope.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"dpscope/engine/work"
	"dpscope/learners/parquet"
	"dpscope/learners/table"
)

const usage = `usage: beam sweep  -address ADDRESS -o FOLDER [-reading NAME,...] [-wide] [-block 16384] [flags of the runner]
       beam people -address 'population?data=PATTERN&...' -o FILE.csv [-part 16384] [flags of the runner]`

func main() {
	name, arguments := "", []string(nil)
	if len(os.Args) > 1 {
		name, arguments = os.Args[1], os.Args[2:]
	}
	if err := run(context.Background(), name, arguments); err != nil {
		fmt.Fprintln(os.Stderr, "beam: "+err.Error())
		os.Exit(1)
	}
}

// run reads the flags, including those of Beam, and runs a pipeline. Where a worker of a cluster starts the binary, Init does
// not return.
func run(ctx context.Context, name string, arguments []string) error {
	var s sweepFlags
	var p peopleFlags
	out := flag.String("o", "", "where the outcome is written: a folder for a sweep, else a file")
	address := flag.String("address", "", "what is asked, as dpscope takes it")
	flag.StringVar(&s.readings, "reading", "", "readings to ask, with commas between; all without it")
	flag.BoolVar(&s.wide, "wide", false, "one row a setting")
	flag.Int64Var(&s.block, "block", 1<<14, "settings of a file")
	flag.IntVar(&p.part, "part", 1<<14, "records that are asked together")
	if name != "" && !strings.HasPrefix(name, "-") {
		os.Args = append(os.Args[:1:1], arguments...) // a worker is started with flags alone
	}
	flag.Parse()
	beam.Init()
	switch {
	case name != "sweep" && name != "people":
		return fmt.Errorf("%q is no pipeline\n%s", name, usage)
	case *address == "" || *out == "":
		return fmt.Errorf("-address and -o are needed\n%s", usage)
	case flag.NArg() > 0:
		return fmt.Errorf("%q is one word too many\n%s", flag.Arg(0), usage)
	}
	s.address, s.out, p.address, p.out = *address, *out, *address, *out
	if name == "sweep" {
		return s.run(ctx)
	}
	return p.run(ctx)
}

// execute runs a pipeline, and returns the number of bundles of work.
func execute(ctx context.Context, p *beam.Pipeline) (bundles int64, err error) {
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return 0, err
	}
	for _, c := range result.Metrics().Query(func(r beam.MetricResult) bool { return r.Name() == bundleName }).Counters() {
		bundles += c.Result()
	}
	return bundles, nil
}

const (
	metrics    = "dpscope"
	bundleName = "bundles"
)

// begun counts a bundle of work.
var begun = beam.NewCounter(metrics, bundleName)

// session returns what the computations of one worker share: a process has one, for all of its bundles.
var session = sync.OnceValue(func() *work.Session {
	const kept = 64 << 20
	s := &work.Session{Store: work.NewStore(kept), Files: work.AnyFile, Cores: work.NewCores(runtime.GOMAXPROCS(0)), Memory: new(work.Memory)}
	work.Keep(s, table.Formats{parquet.Format})
	return s
})

// working returns a context for the worker's computations.
func working(ctx context.Context) context.Context { return work.With(ctx, session()) }
