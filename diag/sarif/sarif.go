// Package sarif writes findings in the Static Analysis Results Interchange Format 2.1.0, which editors and code hosts read.
//
// It knows no more of the format than is written: one run of one tool, rules with their explanations, results with places.
package sarif

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
)

// Level says how much a result matters.
type Level string

// The levels of results that ask for something.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// Place is a part of a file. Lines and columns count from 1; no end: one column.
type Place struct {
	File            string
	Line, Col       int
	EndLine, EndCol int // the column behind the last one
	Message         string
}

// Rule is what results of a kind have in common.
type Rule struct{ ID, Title, Text string }

// Result is a finding.
type Result struct {
	Rule    string
	Level   Level // "": all is well, or nothing is asked for, and Kind says which
	Kind    string
	Message string
	At      Place
	Related []Place
}

type object = map[string]any

// Write writes a log with one run. version is that of the tool, "" if it is not known.
func Write(w io.Writer, version string, rules []Rule, results []Result) error {
	driver := object{"name": "mdmp", "rules": descriptors(rules)}
	if version != "" {
		driver["version"] = version
	}
	list := []object{}
	for _, r := range results {
		list = append(list, r.object())
	}
	log := object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs":    []object{{"tool": object{"driver": driver}, "results": list}},
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(log); err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return nil
}

func descriptors(rules []Rule) []object {
	list := []object{}
	for _, r := range rules {
		list = append(list, object{"id": r.ID, "shortDescription": text(r.Title), "fullDescription": text(r.Text),
			"help": text("mdmp explain " + r.ID)})
	}
	return list
}

func text(s string) object { return object{"text": s} }

func (r *Result) object() object {
	o := object{"message": text(r.Message), "locations": []object{r.At.object()}, "level": "none", "kind": "informational"}
	if r.Rule != "" {
		o["ruleId"] = r.Rule
	}
	switch {
	case r.Level != "":
		o["level"], o["kind"] = r.Level, "fail"
	case r.Kind != "":
		o["kind"] = r.Kind
	}
	var related []object
	for i, p := range r.Related {
		place := p.object()
		place["id"] = i
		related = append(related, place)
	}
	if related != nil {
		o["relatedLocations"] = related
	}
	return o
}

func (p *Place) object() object {
	region := object{"startLine": p.Line, "startColumn": max(p.Col, 1)}
	if p.EndLine > 0 {
		region["endLine"], region["endColumn"] = p.EndLine, p.EndCol
	}
	o := object{"physicalLocation": object{"artifactLocation": object{"uri": uri(p.File)}, "region": region}}
	if p.Message != "" {
		o["message"] = text(p.Message)
	}
	return o
}

// uri is a relative reference, or the URL of a file.
func uri(name string) string {
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
	}
	return u.String()
}
