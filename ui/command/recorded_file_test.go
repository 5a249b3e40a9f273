package command

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/views"
)

// recordedAnswer is the recorded answer to an address, by the names of its readings.
type recordedAnswer struct {
	address string
	names   []string
	values  []recordedValue
}

type recordedAnswers []recordedAnswer

// recordedValue is a value as read writes it, followed, where it has an interval, by a tab and low and high with a tab between
// them.
type recordedValue string

// stands reports whether now is the same value, or only adds an interval to it.
func (v recordedValue) stands(now recordedValue) bool {
	return v == now || !strings.Contains(string(v), "\t") && strings.HasPrefix(string(now), string(v)+"\t")
}

func (v recordedValue) String() string { return strings.ReplaceAll(string(v), "\t", " ") }

// today lists the addresses in today's words.
func (all recordedAnswers) today() (list []string) {
	for _, r := range all {
		list = append(list, views.Moved(r.address))
	}
	return list
}

// today returns today's name of a reading; for a member that another reading names, it is that member's.
func (r recordedAnswer) today(name string, now recordedAnswer) (today string, factor float64) {
	view, _, _ := strings.Cut(r.address, "?")
	name, factor = views.MovedReading(view, name)
	family, by, _ := strings.Cut(name, "-")
	if by != strings.ToLower(by) {
		member, _ := now.of(strings.ToLower(by))
		return family + "-" + string(member), factor
	}
	return name, factor
}

// scaled returns the value and its interval times a factor.
func (v recordedValue) scaled(factor float64) recordedValue {
	words := strings.Split(string(v), "\t")
	for i, word := range words {
		if number, err := strconv.ParseFloat(word, 64); err == nil && factor != 1 && !math.IsInf(number, 0) {
			words[i] = strconv.FormatFloat(number*factor, 'g', 17, 64)
		}
	}
	return recordedValue(strings.Join(words, "\t"))
}

// of returns the value of a reading.
func (r recordedAnswer) of(name string) (recordedValue, bool) {
	i := slices.Index(r.names, name)
	if i < 0 {
		return "", false
	}
	return r.values[i], true
}

// answered puts addresses to read, and returns an answer for each. For a refused address it records only the fact.
func answered(t *testing.T, addresses []string) recordedAnswers {
	t.Helper()
	var out bytes.Buffer
	if err := read(t.Context(), strings.NewReader(strings.Join(addresses, "\n")), &out, io.Discard, inCSV); err != nil && !errors.Is(err, errSomeLines) {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var all recordedAnswers
	for _, row := range rows[1:] {
		address, name, value := row[0], row[1], recordedValue(row[2])
		if low, high := row[3], row[4]; low != "" || high != "" {
			value += recordedValue("\t" + low + "\t" + high)
		}
		if len(all) == 0 || all[len(all)-1].address != address || slices.Contains(all[len(all)-1].names, name) { // two old names may be one today
			all = append(all, recordedAnswer{address: address})
		}
		all[len(all)-1].add(name, value)
	}
	for i, a := range addresses {
		if len(all) != len(addresses) || all[i].address != a {
			t.Fatalf("%d addresses have %d answers", len(addresses), len(all))
		}
	}
	return all
}

// add inserts a reading, with names in alphabetical order.
func (r *recordedAnswer) add(name string, value recordedValue) {
	at, _ := slices.BinarySearch(r.names, name)
	r.names, r.values = slices.Insert(r.names, at, name), slices.Insert(r.values, at, value)
}

func recordedFile(group string) string { return filepath.Join("testdata", "recorded", group+".csv.gz") }

// write stores the answers as a table with a row for each address. A row of names begins it, and another follows wherever the
// names of the readings change.
func (all recordedAnswers) write(group string) error {
	var file bytes.Buffer
	packed, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := csv.NewWriter(packed)
	var names []string
	for i, r := range all {
		if i == 0 || !slices.Equal(names, r.names) {
			names = r.names
			out.Write(append([]string{"address"}, names...))
		}
		row := []string{r.address}
		for _, v := range r.values {
			row = append(row, string(v))
		}
		out.Write(row)
	}
	out.Flush()
	if err := errors.Join(out.Error(), packed.Close(), os.MkdirAll(filepath.Dir(recordedFile(group)), 0o755)); err != nil {
		return err
	}
	return os.WriteFile(recordedFile(group), file.Bytes(), 0o644)
}

// readRecorded is the inverse of write.
func readRecorded(group string) (all recordedAnswers, err error) {
	file, err := os.Open(recordedFile(group))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	packed, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		return nil, err
	}
	in := csv.NewReader(packed)
	in.FieldsPerRecord = -1
	var names []string
	for {
		row, err := in.Read()
		switch {
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, err
		case row[0] == "address":
			names = row[1:]
			continue
		}
		r := recordedAnswer{address: row[0], names: names}
		for _, cell := range row[1:] {
			r.values = append(r.values, recordedValue(cell))
		}
		all = append(all, r)
	}
}
