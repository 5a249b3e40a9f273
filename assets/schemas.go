package assets

import (
	"embed"
	"strings"
)

// schemas declare what the people of public tables can be, each taken from its table once:
// NAME.json of NAME.csv.
//
//go:embed schemas
var schemas embed.FS

// SchemaNames returns the names of the schemas that come with the program.
func SchemaNames() (names []string) {
	list, err := schemas.ReadDir("schemas")
	if err != nil {
		return nil
	}
	for _, f := range list {
		names = append(names, strings.TrimSuffix(f.Name(), ".json"))
	}
	return names
}

// Schema returns the text of a schema.
func Schema(name string) (text []byte, found bool) {
	text, err := schemas.ReadFile("schemas/" + name + ".json")
	return text, err == nil
}
