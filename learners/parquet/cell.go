package parquet

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
)

// textError is of a text that is too long; its value says how long.
type textError int

func (e textError) Error() string {
	return fmt.Sprintf("a text of %d bytes; at most %d would work, or to drop the column", int(e), maxText)
}

// appendCell writes a value as a CSV file would have it: numbers with all their digits,
// truth as 1 and 0, nothing where there is none.
func (l leaf) appendCell(cell, v []byte) ([]byte, error) {
	if v == nil {
		return cell, nil
	}
	switch l.kind {
	case boolean:
		return append(cell, '0'+v[0]&1), nil
	case floats:
		return strconv.AppendFloat(cell, float64(math.Float32frombits(binary.LittleEndian.Uint32(v))), 'g', -1, 64), nil
	case doubles:
		return strconv.AppendFloat(cell, math.Float64frombits(binary.LittleEndian.Uint64(v)), 'g', -1, 64), nil
	case int32s:
		u := binary.LittleEndian.Uint32(v)
		if l.unsigned {
			return strconv.AppendUint(cell, uint64(u), 10), nil
		}
		return strconv.AppendInt(cell, int64(int32(u)), 10), nil
	case int64s:
		u := binary.LittleEndian.Uint64(v)
		if l.unsigned {
			return strconv.AppendUint(cell, u, 10), nil
		}
		return strconv.AppendInt(cell, int64(u), 10), nil
	case int96s:
		return appendInt96(cell, v), nil
	}
	if len(v) > maxText {
		return cell, textError(len(v))
	}
	return append(cell, v...), nil
}

// appendInt96 writes twelve bytes, the lowest first, as a whole number with its sign.
func appendInt96(cell, v []byte) []byte {
	high := slices.Clone(v)
	slices.Reverse(high)
	n := new(big.Int).SetBytes(high)
	if v[11]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), 96))
	}
	return n.Append(cell, 10)
}
