package pages

import "bytes"

// wide limits the length of a part that stays on one line.
const wide = 120

// lines breaks compact JSON: each field of an object and each part of a list gets a line, except short ones and lists of plain
// values.
func lines(compact []byte) []byte {
	var (
		out    bytes.Buffer
		closes = closings(compact)
		indent int
		whole  int // end of the part that stays on one line
		quoted bool
	)
	breakLine := func() {
		out.WriteByte('\n')
		for range indent {
			out.WriteByte('\t')
		}
	}
	for i := 0; i < len(compact); i++ {
		b := compact[i]
		if i >= whole && !quoted {
			switch b {
			case '{', '[':
				part := compact[i : closes[i]+1]
				if len(part) > wide && bytes.IndexByte(part, '{') >= 0 {
					out.WriteByte(b)
					indent++
					breakLine()
					continue
				}
				whole = closes[i] + 1
			case '}', ']':
				indent--
				breakLine()
			case ',':
				out.WriteByte(b)
				breakLine()
				continue
			}
		}
		switch b {
		case '"':
			quoted = !quoted
		case '\\':
			out.WriteByte(b)
			i++
			b = compact[i]
		}
		out.WriteByte(b)
	}
	return out.Bytes()
}

// closings returns the closing place of each bracket of JSON.
func closings(compact []byte) map[int]int {
	closes := map[int]int{}
	var open []int
	quoted := false
	for i := 0; i < len(compact); i++ {
		switch b := compact[i]; {
		case b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			open = append(open, i)
		case b == '}' || b == ']':
			closes[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return closes
}
