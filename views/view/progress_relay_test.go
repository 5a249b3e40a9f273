package view

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
)

// A reading's reports move the progress of the page shown, whether or not the picture asks for the reading, and never show the
// whole as done.
func TestReportsOfReadingsAreShown(t *testing.T) {
	for _, drawn := range []bool{true, false} {
		heard := make(chan struct{}, 1)
		v := Of(Declaration[float64]{
			Name: "slow", Question: "?", Form: param.Form{Params: []param.Param{level}},
			Ask: func(_ context.Context, v param.Values) (float64, error) { return v.Get(level), nil },
			Readings: []Entry[float64]{
				Reading[float64]{Name: "quick", Value: Exactly(func(q float64) float64 { return q })},
				Reading[float64]{Name: "slow", Value: func(ctx context.Context, q float64) (known.Value, error) {
					for range 1000 {
						work.Report(ctx, work.Progress{Done: 1, Of: 2})
						select {
						case <-heard:
							return known.Exactly(q), nil
						case <-time.After(10 * time.Millisecond):
						}
					}
					t.Error("nothing is shown while a reading reports")
					return known.Exactly(q), nil
				}},
			},
			Draw: func(ctx context.Context, _ float64, answer Readings, show func(engine.Sheet)) (engine.Sheet, error) {
				figure := engine.Figure{Title: "a picture"}
				if !drawn {
					return engine.Sheet{Figure: figure}, nil
				}
				if _, err := answer("quick"); err != nil {
					return engine.Sheet{}, err
				}
				show(engine.Sheet{Figure: figure, Progress: work.Progress{Done: 1, Of: 4}})
				_, err := answer("slow")
				return engine.Sheet{Figure: figure}, err
			},
		})
		want := 0.45
		if drawn {
			want = 1.45 / 4
		}
		sheet, err := v.Sheet(t.Context(), v.Opening(), func(part engine.Sheet) {
			switch share := part.Progress.Share(); {
			case part.Progress.Of == 4 && part.Progress.Done == 1: // the picture's own
			case share != want:
				t.Errorf("%v of it is done, not %v", share, want)
			case part.Figure.Title != "a picture" || part.Readings[0].Pending || !part.Readings[1].Pending:
				t.Errorf("what was known is not shown: %+v", part)
			default:
				heard <- struct{}{}
			}
		})
		if err != nil || sheet.Progress.Partial() || sheet.Readings[1].Pending {
			t.Errorf("in the end %+v, %v", sheet, err)
		}
	}
}

// Reports that follow one another, within a unit or after the picture, each move the progress from where it is, and none to the
// end.
func TestReportsMoveOnFromOneAnother(t *testing.T) {
	last := 0.0
	told := newTelling(func(part engine.Sheet) {
		if share := part.Progress.Share(); !(share > last) || !part.Progress.Partial() {
			t.Errorf("it goes from %v to %v", last, share)
		} else {
			last = share
		}
	})
	ctx := told.on(t.Context(), func(context.Context) []engine.Reading { return nil })
	reports := func() {
		for range 4 {
			for _, share := range []float64{0.1, 0.5, 1} {
				told.newest = time.Time{}
				work.Report(ctx, work.Progress{Done: share, Of: 1})
			}
		}
	}
	for done := 2.0; done < 5; done++ { // the last unit is half done already
		told.part(engine.Sheet{Progress: work.Progress{Done: done + 0.5, Of: 5}})
		reports()
	}
	told.stand(engine.Sheet{})
	reports()
}

// The progress of opening a setting's words is shown before there is a page, which continues from there.
func TestOpeningIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(ctx context.Context) {
			for i := range 11 {
				time.Sleep(often)
				work.Report(ctx, work.Progress{Done: float64(i), Of: 10})
			}
		}
		v := Of(Declaration[float64]{
			Name: "opening", Question: "?", Form: param.Form{Params: []param.Param{level}},
			Defaults: func(ctx context.Context, _ param.Values) engine.Defaults {
				slow(ctx)
				return engine.Defaults{"file": {Meaning: "the first"}}
			},
			Ask: func(_ context.Context, v param.Values) (float64, error) { return v.Get(level), nil },
			Draw: func(ctx context.Context, _ float64, _ Readings, show func(engine.Sheet)) (engine.Sheet, error) {
				for i := range 3 {
					show(engine.Sheet{Figure: engine.Figure{Title: "a picture"}, Progress: work.Progress{Done: float64(i), Of: 4}})
				}
				return engine.Sheet{}, nil
			},
		})
		var before, after int
		last := 0.0
		if _, err := v.Sheet(t.Context(), v.Opening(), func(part engine.Sheet) {
			share := part.Progress.Share()
			if share < last || share >= 1 || part.Figure.Title == "" && share > 0.45 {
				t.Errorf("%v of %q is done after %v", share, part.Figure.Title, last)
			}
			if last = share; part.Figure.Title == "" {
				before++
			} else {
				after++
			}
		}); err != nil {
			t.Fatal(err)
		}
		if before < 10 || after != 3 {
			t.Errorf("shown %d times while words are opened, then %d times", before, after)
		}
	})
}

// An unfinished sheet asks for no interval and no reason, also in a family.
func TestSoFarIsQuick(t *testing.T) {
	late := func(context.Context, float64, known.Value) (known.Value, error) {
		t.Error("an interval is asked")
		return known.Value{}, nil
	}
	with := func(context.Context, float64, known.Value) (string, error) {
		t.Error("a reason is asked")
		return "", nil
	}
	each := Reading[float64]{Value: Exactly(func(q float64) float64 { return q }), Interval: late, Cases: []Case[float64]{{With: with}}}
	one := each
	one.Name = "one"
	readings := []Entry[float64]{one, Family[float64]{Name: "of", Of: "member", Each: func(string) Reading[float64] { return each },
		Members: func(context.Context, float64) ([]string, error) { return []string{"a", "b"}, nil }}}
	shown := 0
	SoFar(t.Context(), engine.Sheet{}, readings, 7, func(s engine.Sheet) {
		shown++
		for _, a := range s.Readings {
			if a.Known.Value != 7 {
				t.Errorf("%s is %v", a.Key, a.Known)
			}
		}
	})
	if shown != 1 {
		t.Errorf("shown %d times", shown)
	}
}

// The progress of read follows what answers report, and not their number: the first one waits for what all of them share.
func TestReadGoesByWork(t *testing.T) {
	shared := func(q float64) *work.Once[float64] {
		return work.NewOnce(func(ctx context.Context) (float64, error) {
			for i := range 11 {
				work.Report(ctx, work.Progress{Done: float64(i), Of: 10})
			}
			return q, nil
		})
	}
	type question struct{ once *work.Once[float64] }
	of := func(name string) Reading[question] {
		return Reading[question]{Name: name, Value: func(ctx context.Context, q question) (known.Value, error) {
			v, err := q.once.Get(ctx)
			return known.Exactly(v), err
		}}
	}
	v := Of(Declaration[question]{
		Name: "shared", Question: "?", Form: param.Form{Params: []param.Param{level}},
		Ask:      func(_ context.Context, v param.Values) (question, error) { return question{shared(v.Get(level))}, nil },
		Readings: []Entry[question]{of("first"), of("second"), of("third"), of("fourth")},
		Draw: func(context.Context, question, Readings, func(engine.Sheet)) (engine.Sheet, error) {
			return engine.Sheet{}, nil
		},
	})
	var shares []float64
	ctx := work.Reporting(t.Context(), func(p work.Progress) { shares = append(shares, p.Share()) })
	if _, err := v.Values(ctx, v.Opening()); err != nil {
		t.Fatal(err)
	}
	if len(shares) != 11 || shares[5] != 0.45 || shares[10] != 0.9 || !slices.IsSorted(shares) {
		t.Errorf("it reports %v", shares)
	}
}

// A page that is shown while a computation of more answers, or a ranking, goes on does not wait for that: the computation may
// itself wait until the page has been shown.
func TestTellingWaitsForNobody(t *testing.T) {
	type question struct{ common *work.Once[float64] }
	synctest.Test(t, func(t *testing.T) {
		asks := func(ctx context.Context, q question) ([]string, error) {
			_, err := q.common.Get(ctx)
			return []string{"b", "a"}, err
		}
		v := Of(Declaration[question]{
			Name: "told", Question: "?",
			Ask: func(context.Context, param.Values) (question, error) {
				return question{work.NewOnce(func(ctx context.Context) (float64, error) {
					for range 3 {
						time.Sleep(2 * often)
						work.Report(ctx, work.Progress{Done: 1, Of: 2})
					}
					return 2, nil
				})}, nil
			},
			Readings: []Entry[question]{
				Family[question]{Name: "of", Label: "of a member", Rank: asks,
					Members: func(context.Context, question) ([]string, error) { return []string{"a", "b"}, nil },
					Each: func(string) Reading[question] {
						return Reading[question]{Value: Exactly(func(question) float64 { return 1 }),
							Remark: func(ctx context.Context, q question, _ known.Value) (string, error) {
								if _, err := asks(ctx, q); err != nil {
									return "", err
								}
								return "beside", nil
							}}
					}},
				Reading[question]{Name: "slow", Value: func(ctx context.Context, q question) (known.Value, error) {
					v, err := q.common.Get(ctx)
					return known.Exactly(v), err
				}},
			},
			Draw: func(context.Context, question, Readings, func(engine.Sheet)) (engine.Sheet, error) {
				return engine.Sheet{}, nil
			},
		})
		parts := 0
		sheet, err := v.Sheet(t.Context(), param.Values{}, func(part engine.Sheet) {
			parts++
			if a := part.Readings; len(a) != 3 || a[0].Key.Member != "a" || a[0].Pending || a[0].Remark != "" || !a[2].Pending {
				t.Errorf("a part has the answers %+v", a)
			}
		})
		if a := sheet.Readings; err != nil || parts != 3 || len(a) != 3 || a[0].Key.Member != "b" || a[0].Remark != "beside" || a[2].Known.Value != 2 {
			t.Errorf("after %d parts %+v, %v", parts, a, err)
		}
	})
}
