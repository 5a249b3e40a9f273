// Package orderstat finds the values at places of an order without putting all of them
// into it.
package orderstat

// Nth returns the value at an index, from 0, of the values in sorted order, without NaN: by Hoare's selection
// (Communications of the ACM 4, 1961, 321-322), in linear expected time. It reorders the values: those before
// the index are then no greater, and those after it no less.
func Nth(values []float64, place int) float64 {
	low, high := 0, len(values)-1
	for low < high {
		pivot := median(values[low], values[(low+high)/2], values[high])
		i, j := low, high
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case place <= j:
			high = j
		case place >= i:
			low = i
		default:
			return values[place]
		}
	}
	return values[place]
}

func median(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }
