package classifier

import (
	"maps"
	"math"

	"dpscope/engine/numeral"
	"dpscope/views/viewtest"
)

// ofLeast returns the oracles for the mechanism that needs least, and for an attacker then.
func (all ownClassifiersByFile) ofLeast(ranking func(viewtest.Setting) ownRanking) map[string]viewtest.Oracle {
	split := byGuarantee(ranking)
	// of makes an oracle about the mechanisms with ε alone, where it is certain which of them need least.
	of := func(answer func(s viewtest.Setting, first []string, least enclosure, of, others ownRanking) viewtest.Truth) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			of, others := split(s)
			first, least := of.bests()
			some, sure := of.withAny()
			switch {
			case first == nil:
				return viewtest.Cannot("none of them reaches the target")
			case math.IsInf(least.high, 1) || !sure:
				return viewtest.Cannot("the target is nearly reached, or nothing is asked for")
			case len(some) > 0 && len(some) < len(first):
				return viewtest.Cannot("some need the least there is, others nothing")
			}
			return answer(s, first, least, of, others)
		}
	}
	rest := func(of ownRanking, first []string) ownRanking {
		rest := maps.Clone(of)
		for _, name := range first {
			delete(rest, name)
		}
		return rest
	}
	attacked := func(wrong func(s viewtest.Setting, private, mechanism string, a, b float64) enclosure, answer func(enclosure) viewtest.Truth) viewtest.Oracle {
		return of(func(s viewtest.Setting, first []string, least enclosure, of, _ ownRanking) viewtest.Truth {
			if of[first[0]].any {
				return viewtest.None()
			}
			if len(first) > 1 {
				return viewtest.Cannot("several are nearly as good")
			}
			at := func(epsilon float64) enclosure {
				epsilon = numeral.Up.Significant(epsilon, 3) // as it is displayed
				return wrong(s, all.about(s).private, first[0], epsilon, epsilon)
			}
			return answer(enclosure{at(least.high).low, at(least.low).high})
		})
	}
	right := func(w enclosure) viewtest.Truth { return viewtest.Between(1-w.high, 1-w.low) }
	return map[string]viewtest.Oracle{
		"enough": of(func(_ viewtest.Setting, first []string, _ enclosure, _, _ ownRanking) viewtest.Truth {
			return viewtest.Word(first...)
		}),
		"epsilon-enough-total": of(func(s viewtest.Setting, first []string, least enclosure, of, _ ownRanking) viewtest.Truth {
			d := all.asked(s).dims()
			total := viewtest.Between(d*least.low, d*least.high)
			if least.low <= leastEpsilon {
				return total.Or("any ε") // said where it is proven
			}
			return total
		}),
		"next": of(func(_ viewtest.Setting, first []string, least enclosure, of, _ ownRanking) viewtest.Truth {
			names, next := rest(of, first).bests()
			switch {
			case names == nil && len(first) == 1:
				return viewtest.None()
			case names == nil:
				return viewtest.Word(first...).OrNone() // they may all tie
			case math.IsInf(next.high, 1):
				return viewtest.Word(append(names, first...)...).OrNone()
			}
			return viewtest.Word(append(names, first...)...)
		}),
		"need-as-little": of(func(_ viewtest.Setting, first []string, _ enclosure, _, _ ownRanking) viewtest.Truth {
			return viewtest.Between(1, float64(len(first))) // ties are recognised to a millionth, or proven
		}),
		"weaker": of(func(_ viewtest.Setting, _ []string, least enclosure, _, others ownRanking) viewtest.Truth {
			names, less := others.bests()
			switch {
			case names == nil || less.low > least.high:
				return viewtest.Word("none")
			case less.high < least.low:
				return viewtest.Word(names...)
			}
			return viewtest.Word(append(names, "none")...)
		}),
		"attacker-right":         attacked(ownWrongAt, right),
		"wrong-once-in":          attacked(ownWrongAt, onceIn),
		"attacker-right-allowed": attacked(allowedWrongAt, func(w enclosure) viewtest.Truth { return right(w).Itself() }),
		rightInTotal:             attacked(summedWrongAt, func(w enclosure) viewtest.Truth { return right(w).Itself() }),
	}
}
