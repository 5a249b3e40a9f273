package proof

import "context"

// Branch is branch and bound. Boxes wait on a stack; judge proves one, refutes
// it with a counterexample, or gives the parts it is to be cut into, none when
// cutting will not help. At most `most` boxes are looked at, and the context
// once in `every`: a search that ends early has proven nothing.
func Branch[B any](ctx context.Context, whole B, most, every int, judge func(B) (Verdict, []B)) (Verdict, error) {
	todo := []B{whole}
	for looked := 1; len(todo) > 0; looked++ {
		if looked%every == 0 {
			if err := ctx.Err(); err != nil {
				return Verdict{}, err
			}
		}
		if looked > most {
			return Verdict{}, nil
		}
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		v, parts := judge(b)
		if v.Counterexample != nil {
			return v, nil
		}
		if !v.Proven && len(parts) == 0 {
			return Verdict{}, nil
		}
		todo = append(todo, parts...)
	}
	return Verdict{Proven: true}, nil
}
