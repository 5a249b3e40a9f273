package network

import (
	"fmt"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
)

// MaxPool takes the largest of each square of Kernel rows and columns, Stride
// apart. Rows and columns left over at the end are dropped.
type MaxPool struct{ Kernel, Stride int }

// output counts the places of the square.
func (l *MaxPool) output(in learners.Shape) (learners.Shape, error) {
	rows, columns := places(in.Rows, l.Kernel, l.Stride), places(in.Columns, l.Kernel, l.Stride)
	if rows < 1 || columns < 1 {
		return learners.Shape{}, fmt.Errorf("a pool of %d does not fit into %v", l.Kernel, in)
	}
	return learners.Shape{Channels: in.Channels, Rows: rows, Columns: columns}, nil
}

// forward takes the largest number of each square.
func (l *MaxPool) forward(in, out learners.Shape, x, y []float64) {
	for c := range out.Channels {
		for r := range out.Rows {
			for k := range out.Columns {
				best := x[(c*in.Rows+r*l.Stride)*in.Columns+k*l.Stride]
				for i := range l.Kernel {
					row := x[(c*in.Rows+r*l.Stride+i)*in.Columns+k*l.Stride:]
					for _, v := range row[:l.Kernel] {
						best = max(best, v)
					}
				}
				y[(c*out.Rows+r)*out.Columns+k] = best
			}
		}
	}
}

func (l *MaxPool) check() error {
	if l.Kernel < 1 || l.Stride < 1 {
		return fmt.Errorf("a pool of %d with stride %d; at least 1 and 1 would work", l.Kernel, l.Stride)
	}
	return nil
}

func (*MaxPool) numbers() (weights, bias []float64) { return nil, nil }

func (*MaxPool) relu() *bool { return nil }

func (*MaxPool) flat() bool { return false }

func (l *MaxPool) stage(in, out learners.Shape) proof.Stage {
	s := proof.Stage{In: in.Size(), Out: out.Size()}
	for c := range out.Channels {
		for r := range out.Rows {
			for k := range out.Columns {
				var group []int32
				for i := range l.Kernel {
					for j := range l.Kernel {
						group = append(group, int32((c*in.Rows+r*l.Stride+i)*in.Columns+k*l.Stride+j))
					}
				}
				s.Groups = append(s.Groups, group)
			}
		}
	}
	return s
}

func readMaxPool(o *modelfile.Object) (Layer, error) {
	if err := o.Only("type", "kernel", "stride", "note"); err != nil {
		return nil, err
	}
	p := &MaxPool{}
	if err := o.Whole("kernel", &p.Kernel, 1, maxKernel); err != nil {
		return nil, err
	}
	p.Stride = p.Kernel
	return p, o.Whole("stride", &p.Stride, 1, maxKernel)
}

func (l *MaxPool) members() modelfile.Members {
	return modelfile.Members{}.Add("type", "maxpool2d").Add("kernel", l.Kernel).Add("stride", l.Stride)
}
