package gemm

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// A product is made as by Goto & van de Geijn 2008: a block of b is laid so that the
// kernel reads it in one run, and stays in the second cache while all rows of a pass by.
// The kernel keeps a tile of c in registers; a is read where it lies.
const (
	tileRows, tileCols = 6, 16
	stripCols          = 128 // columns of a block of b
	blockDepth         = 256 // rows of a block of b: a panel of 16 columns fills half of the nearest cache
)

// view is a matrix with number (i, j) at Data[i·row + j·col].
type view struct {
	data     []float32
	row, col int
}

// seen returns a matrix transposed as said.
func seen(by blas.Transpose, m blas32.General) view {
	if by == blas.NoTrans {
		return view{m.Data, m.Stride, 1}
	}
	return view{m.Data, 1, m.Stride}
}

// product asks to add a·b to c, over that many inner numbers.
type product struct {
	a, b  view
	c     blas32.General
	inner int
}

// room is a core's memory besides the matrices.
type room struct {
	block []float32                      // of b: panels of 16 columns, row by row
	edge  [tileRows * blockDepth]float32 // of the last rows of a, padded with zeros
	tile  [tileRows * tileCols]float32   // of c, if it ends before the tile does
}

// strip adds the product's columns from left on.
func (p product) strip(left int, r *room) {
	cols := min(stripCols, p.c.Cols-left)
	for top := 0; top < p.inner; top += blockDepth {
		depth := min(blockDepth, p.inner-top)
		p.pack(top, left, depth, cols, r)
		for row := 0; row < p.c.Rows; row += tileRows {
			p.tiles(row, top, left, depth, cols, r)
		}
	}
}

// pack lays a block of b, with columns of zeros in the last panel where it has fewer
// than 16.
func (p product) pack(top, left, depth, cols int, r *room) {
	if need := (cols + tileCols - 1) / tileCols * tileCols * depth; cap(r.block) < need {
		r.block = make([]float32, need)
	}
	r.block = r.block[:cap(r.block)]
	for j := 0; j < cols; j += tileCols {
		panel, width := r.block[j*depth:][:depth*tileCols], min(tileCols, cols-j)
		if width < tileCols {
			clear(panel)
		}
		switch {
		case p.b.col != 1:
			p.packTurned(top, left+j, width, panel)
		case width < tileCols:
			for i := range depth {
				copy(panel[i*tileCols:], p.b.data[(top+i)*p.b.row+left+j:][:width])
			}
		default:
			for i := range depth {
				*(*[tileCols]float32)(panel[i*tileCols:]) = [tileCols]float32(p.b.data[(top+i)*p.b.row+left+j:])
			}
		}
	}
}

// packTurned lays a panel of columns that lie in one run each, four at a time, which is
// twice as quick as one by one.
func (p product) packTurned(top, left, width int, panel []float32) {
	depth := len(panel) / tileCols
	column := func(k int) []float32 { return p.b.data[(left+k)*p.b.col+top:][:depth] }
	k := 0
	for ; k+4 <= width; k += 4 {
		one, two, three, four := column(k), column(k+1), column(k+2), column(k+3)
		for i, v := range one {
			row := (*[4]float32)(panel[i*tileCols+k:])
			row[0], row[1], row[2], row[3] = v, two[i], three[i], four[i]
		}
	}
	for ; k < width; k++ {
		for i, v := range column(k) {
			panel[i*tileCols+k] = v
		}
	}
}

// tiles adds to the tiles of c that begin in one row.
func (p product) tiles(row, top, left, depth, cols int, r *room) {
	rows := min(tileRows, p.c.Rows-row)
	a, down, along := &p.a.data[row*p.a.row+top*p.a.col], p.a.row, p.a.col
	if rows < tileRows {
		p.bound(row, top, depth, r)
		a, down, along = &r.edge[0], depth, 1
	}
	for j := 0; j < cols; j += tileCols {
		b, at := &r.block[j*depth], row*p.c.Stride+left+j
		if width := min(tileCols, cols-j); rows < tileRows || width < tileCols {
			for i := range rows {
				copy(r.tile[i*tileCols:], p.c.Data[at+i*p.c.Stride:][:width])
			}
			kernel(depth, a, down, along, b, &r.tile[0], tileCols)
			for i := range rows {
				copy(p.c.Data[at+i*p.c.Stride:][:width], r.tile[i*tileCols:])
			}
			continue
		}
		kernel(depth, a, down, along, b, &p.c.Data[at], p.c.Stride)
	}
}

// bound copies the last rows of a, with rows of zeros after them.
func (p product) bound(row, top, depth int, r *room) {
	for i := range tileRows {
		to := r.edge[i*depth:][:depth]
		if row+i >= p.c.Rows {
			clear(to)
			continue
		}
		for k := range to {
			to[k] = p.a.data[(row+i)*p.a.row+(top+k)*p.a.col]
		}
	}
}
