package agreement

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"dpscope/engine/num/binomial"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/mechanisms"
)

// Estimate is an agreement as a share of draws. [Low, High] is its Clopper–Pearson interval: it misses the
// true agreement with probability at most 1 − Confidence, for any classifier. The interval is conservative
// because counts are whole: slightly in general, strongly near 0 and 1, where hardly a draw is expected on
// one side.
type Estimate struct {
	Value, Low, High float64
	Kept, Draws      int
	Confidence       float64
}

// mostDraws is the largest number of draws that is accepted.
const mostDraws = 100_000_000

// Estimate draws the private values and counts how often the class stays.
func (q Question) Estimate(ctx context.Context, laws []mechanisms.Law, draws int, confidence float64, rng *rand.Rand) (Estimate, error) {
	if err := checkSampling(draws, confidence); err != nil {
		return Estimate{}, err
	}
	e := Estimate{Draws: draws, Confidence: confidence}
	class := q.Classifier.Predict(q.Record)
	kept, err := q.count(ctx, draws, class, func(x []float64) {
		for k, i := range q.Private {
			x[i] = laws[k].Sample(rng)
		}
	})
	if err != nil {
		return Estimate{}, err
	}
	e.Kept = kept
	e.Value = float64(kept) / float64(draws)
	e.Low, e.High = binomial.Interval(float64(kept), float64(draws), 1-confidence)
	return e, nil
}

func checkSampling(draws int, confidence float64) error {
	if draws < 1 || draws > mostDraws {
		return fmt.Errorf("draws = %d is outside [1, %d]", draws, mostDraws)
	}
	if !(confidence > 0 && confidence < 1) {
		return fmt.Errorf("confidence = %g is outside (0, 1)", confidence)
	}
	return nil
}

// count draws points and returns how many have the class. Each point starts as
// the record. It reports how far it is, some twenty times a second.
func (q Question) count(ctx context.Context, draws, class int, draw func(x []float64)) (int, error) {
	const between = 50 * time.Millisecond
	batch, d := batchOf(q.Classifier), len(q.Record)
	points, classes := make([]float64, 0, batch*d), make([]int, batch)
	kept, told := 0, time.Now()
	for done := 0; done < draws; done += batch {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if now := time.Now(); now.Sub(told) > between {
			told = now
			work.Report(ctx, work.Progress{Done: float64(done), Of: float64(draws), What: "draws"})
		}
		n := min(batch, draws-done)
		points = points[:0]
		for range n {
			points = append(points, q.Record...)
			draw(points[len(points)-d:])
		}
		if err := learners.PredictAll(ctx, q.Classifier, points, classes[:n]); err != nil {
			return 0, err
		}
		for _, k := range classes[:n] {
			if k == class {
				kept++
			}
		}
	}
	return kept, nil
}
