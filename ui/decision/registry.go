package decision

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"dpscope/assets"
	"dpscope/engine/param"
	"dpscope/ui/report"
)

// Entry is an entry of the OpenDP deployments registry, in the shape of its schema (deployments-schema.yaml at 3e9c812); JSON
// is YAML, so that it can be handed in as it is.
type Entry struct {
	Slug       string     `json:"url_slug"`
	Status     string     `json:"status"`
	Tier       int        `json:"tier"`
	Deployment deployment `json:"deployment"`
}

type deployment struct {
	Basic struct {
		Name            string   `json:"name"`
		DataCurators    []string `json:"data_curators"`
		Description     string   `json:"description"`
		IntendedUse     string   `json:"intended_use"`
		ProductType     string   `json:"data_product_type"`
		ProductRegion   string   `json:"data_product_region"`
		PublicationDate string   `json:"publication_date"`
	} `json:"basic"`
	Variant struct {
		Name string `json:"variant_name"`
	} `json:"dp_variant"`
	Loss struct {
		Unit        string     `json:"privacy_unit"`
		UnitDetails string     `json:"privacy_unit_details"`
		Parameters  parameters `json:"privacy_parameters"`
	} `json:"privacy_loss"`
	Model struct {
		Name string `json:"model_name"`
	} `json:"deployment_model"`
	Accounting struct {
		Composition string `json:"composition"`
	} `json:"accounting"`
	Implementation struct {
		Mechanisms string `json:"mechanisms"`
	} `json:"implementation"`
	Administrative struct {
		Sources string   `json:"sources"`
		Notes   string   `json:"notes,omitempty"`
		Authors []string `json:"registry_authors"`
	} `json:"administrative"`
}

// parameters holds the numbers of the variant; nil: it has none such.
type parameters struct {
	Epsilon *float64 `json:"epsilon,omitempty"`
	Delta   *float64 `json:"delta,omitempty"`
	Rho     *float64 `json:"rho,omitempty"`
}

// Field is a field of an entry that a person may say, or must.
type Field struct {
	Name    string // in the registry: "data_curators"
	Help    string
	Words   []string // the registry's; nil: any text
	Needed  bool
	Derived bool // the page says it at many settings
}

// Flag returns the flag of the field: "data-curators".
func (f Field) Flag() string { return strings.ReplaceAll(f.Name, "_", "-") }

// About says what the field holds, and how it is filled without a flag.
func (f Field) About() string {
	text := "registry: " + f.Help
	if f.Words != nil {
		text += ": " + strings.Join(f.Words, ", ")
	}
	if f.Derived {
		text += " (of the page, where that says it)"
	}
	return text
}

// Variants of differential privacy in the registry.
const (
	pure         = "Pure DP"
	approximate  = "Approximate DP"
	concentrated = "Zero-concentrated DP"
	custom       = "Custom"
)

// Fields lists them in the order of the registry.
var Fields = []Field{
	{Name: "name", Help: "name of what is published", Needed: true},
	{Name: "data_curators", Help: "who publishes it; several with ; between them", Needed: true},
	{Name: "description", Help: "what it is", Needed: true},
	{Name: "intended_use", Help: "what it is for", Needed: true},
	{Name: "data_product_type", Help: "kind of what is published", Needed: true,
		Words: []string{"Summary statistics", "Machine learning model", "Dataset", "Synthetic data", "Interactive API", "SQL queries"}},
	{Name: "data_product_region", Help: "region that it describes, or where it is regulated", Needed: true},
	{Name: "publication_date", Help: "when it is published, such as 2026-11-29", Needed: true},
	{Name: "variant_name", Help: "variant of differential privacy", Needed: true, Derived: true,
		Words: []string{pure, approximate, concentrated, "Renyi DP", custom}},
	{Name: "privacy_unit", Help: "what ε is for, such as person or user-day", Needed: true},
	{Name: "epsilon", Help: "ε of the whole release", Derived: true},
	{Name: "delta", Help: "δ of the whole release", Derived: true},
	{Name: "rho", Help: "ρ, of zero-concentrated privacy"},
	{Name: "model_name", Help: "where noise is added", Needed: true, Derived: true, Words: []string{"Local", "Central", "Shuffle", "Federated", "Varies"}},
	{Name: "composition", Help: "how several releases add up", Needed: true},
	{Name: "mechanisms", Help: "what adds the noise, and the program that does", Needed: true, Derived: true},
}

// Missing is the error of an entry that lacks fields.
type Missing struct{ Fields []Field }

func (m *Missing) Error() string {
	var names, flags []string
	for _, f := range m.Fields {
		names, flags = append(names, f.Name), append(flags, "--"+f.Flag())
	}
	return fmt.Sprintf("the registry asks for %s, which the page does not say; %s would say it", strings.Join(names, ", "), strings.Join(flags, ", "))
}

// NewEntry makes an entry of what a page says and what a person says, by the names of the fields; by is who decided.
func NewEntry(p report.Page, program, by string, said map[string]string) (*Entry, error) {
	words := maps.Clone(said)
	if words == nil {
		words = map[string]string{}
	}
	s := spentBy(p)
	if err := s.complete(words); err != nil {
		return nil, err
	}
	words["model_name"] = cmp.Or(words["model_name"], modelNames[p.View.Model(p.Values)])
	words["mechanisms"] = cmp.Or(words["mechanisms"], mechanisms(p))
	if err := checkWords(words); err != nil {
		return nil, err
	}
	e := &Entry{Slug: slug(words["name"]), Status: "Draft", Tier: 2}
	if err := e.fill(words); err != nil {
		return nil, err
	}
	e.Deployment.Loss.UnitDetails = p.View.At(p.Values).Budget
	e.Deployment.Administrative.Sources = "dpscope " + program + ", " + p.View.Address(p.Values)
	e.Deployment.Administrative.Notes = strings.Join(remarks(p), "\n")
	e.Deployment.Administrative.Authors = []string{by}
	return e, nil
}

// modelNames are the registry's words for where noise is added.
var modelNames = map[string]string{assets.Local: "Local", assets.Central: "Central"}

// mechanisms lists the picked options with a guarantee.
func mechanisms(p report.Page) string {
	var list []string
	choices, _ := p.View.Needed(p.Values)
	for _, c := range choices {
		if o := p.Values.Picked(c); strings.Contains(o.Tag, "ε") {
			list = append(list, o.Title+" ("+o.Tag+")")
		}
	}
	return strings.Join(list, ", ")
}

// checkWords returns an error where a field is missing, or is none of the registry's words.
func checkWords(words map[string]string) error {
	var missing []Field
	for _, f := range Fields {
		word := words[f.Name]
		switch {
		case word == "" && (f.Needed || f.Name == "epsilon" && words["rho"] == "" || f.Name == "delta" && words["variant_name"] == approximate):
			missing = append(missing, f)
		case word != "" && f.Words != nil && !slices.Contains(f.Words, word):
			return &param.UnknownError{What: f.Name, Name: word, Known: f.Words}
		}
	}
	if missing != nil {
		return &Missing{missing}
	}
	if words["variant_name"] == concentrated && words["rho"] == "" {
		return errors.New("zero-concentrated privacy is told by ρ; --rho would say it")
	}
	if _, err := time.Parse(time.DateOnly, words["publication_date"]); err != nil {
		return fmt.Errorf("publication_date = %s is no date; one such as 2026-11-29 would work", words["publication_date"])
	}
	return nil
}

// fill enters words that were checked.
func (e *Entry) fill(words map[string]string) (err error) {
	d := &e.Deployment
	d.Basic.Name, d.Basic.Description, d.Basic.IntendedUse = words["name"], words["description"], words["intended_use"]
	for curator := range strings.SplitSeq(words["data_curators"], ";") {
		d.Basic.DataCurators = append(d.Basic.DataCurators, strings.TrimSpace(curator))
	}
	d.Basic.ProductType, d.Basic.ProductRegion, d.Basic.PublicationDate = words["data_product_type"], words["data_product_region"], words["publication_date"]
	d.Variant.Name, d.Loss.Unit, d.Model.Name = words["variant_name"], words["privacy_unit"], words["model_name"]
	d.Accounting.Composition, d.Implementation.Mechanisms = words["composition"], words["mechanisms"]
	for name, to := range map[string]**float64{"epsilon": &d.Loss.Parameters.Epsilon, "delta": &d.Loss.Parameters.Delta, "rho": &d.Loss.Parameters.Rho} {
		if word := words[name]; word != "" {
			v, err := number(name, word)
			if err != nil {
				return err
			}
			*to = &v
		}
	}
	return nil
}

// number reads a privacy parameter.
func number(name, word string) (float64, error) {
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
		return 0, fmt.Errorf("%s = %s is no number of at least 0", name, word)
	}
	return v, nil
}

// slug returns a name in small letters and hyphens.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}
