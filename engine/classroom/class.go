package classroom

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Class is the content of a class file.
type Class struct {
	Name    string
	Version int
	Lessons []string // names, or the teacher's files beside the class file
	Seed    uint64   // of random draws; 0: as the lessons say
	Each    bool     // every student has a different seed
	Minutes int      // 0: no limit
	Private float64  // ε per question; 0: answers are written unprotected
}

// ClassVersion is the version of the format.
const ClassVersion = 1

// ParseClass reads a class file: lines of the form key: value. The faults have a line each.
func ParseClass(file string, source []byte) (c Class, faults []Fault) {
	given := map[string]bool{}
	for i, line := range strings.Split(string(bytes.TrimPrefix(source, []byte("\ufeff"))), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, found := strings.Cut(line, ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch {
		case !found || value == "":
			faults = append(faults, Fault{file, i + 1, fmt.Sprintf("%q is no line of the form key: value", line)})
			continue
		case given[key]:
			faults = append(faults, Fault{file, i + 1, key + " is given twice; once would work"})
			continue
		}
		given[key] = true
		if err := c.set(key, value); err != nil {
			faults = append(faults, Fault{file, i + 1, err.Error()})
		}
	}
	for _, key := range []string{"class", "version", "lessons"} {
		if !given[key] {
			faults = append(faults, Fault{file, 1, key + ": is missing"})
		}
	}
	return c, faults
}

func (c *Class) set(key, value string) (err error) {
	switch key {
	case "class":
		c.Name = value
		if FileName(value) == "" {
			return errors.New("class: a name has letters or digits")
		}
	case "version":
		if c.Version, err = strconv.Atoi(value); err != nil || c.Version != ClassVersion {
			return fmt.Errorf("version: %s is another version of class files; this program reads %d", value, ClassVersion)
		}
	case "lessons":
		for name := range strings.SplitSeq(value, ",") {
			if name = strings.TrimSpace(name); name != "" {
				c.Lessons = append(c.Lessons, name)
			}
		}
		if len(c.Lessons) == 0 {
			return errors.New("lessons: names at least one lesson")
		}
	case "seed":
		if c.Each = value == "each"; c.Each {
			return nil
		}
		if c.Seed, err = strconv.ParseUint(value, 10, 32); err != nil || c.Seed == 0 {
			return fmt.Errorf("seed: %s is neither a whole number from 1 on nor each", value)
		}
	case "minutes":
		if c.Minutes, err = strconv.Atoi(value); err != nil || c.Minutes < 1 || c.Minutes > 600 {
			return fmt.Errorf("minutes: %s is no whole number from 1 to 600", value)
		}
	case "private":
		if c.Private, err = strconv.ParseFloat(value, 64); err != nil || !(c.Private >= 0.01 && c.Private <= 20) || math.IsNaN(c.Private) {
			return fmt.Errorf("private: %s is no ε from 0.01 to 20", value)
		}
	default:
		return fmt.Errorf("%s is unknown; class, version, lessons, seed, minutes, private would work", key)
	}
	return nil
}

// SeedOf returns the seed of a student; 0: as the lessons say.
func (c Class) SeedOf(student string) uint64 {
	if !c.Each {
		return c.Seed
	}
	h := fnv.New32a()
	h.Write([]byte(c.Name + "\x00" + student))
	return uint64(h.Sum32()%999) + 1
}

// FileName returns a name as part of a file name: letters, digits and hyphens. If it replaces other
// characters, a few digits keep different names apart.
func FileName(name string) string {
	var b strings.Builder
	for _, c := range name {
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	text := strings.TrimSuffix(b.String(), "-")
	const most = 40
	if letters := []rune(text); len(letters) > most {
		text = string(letters[:most])
	}
	if text == "" || text == name {
		return text
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return fmt.Sprintf("%s-%04x", text, h.Sum32()&0xffff)
}

// HandInName returns the name of a student's file.
func (c Class) HandInName(student string) string {
	return FileName(c.Name) + "-" + FileName(student) + ".csv"
}
