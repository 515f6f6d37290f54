package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// sample is a figure with one of everything.
func sample() Figure {
	return Figure{
		Title: "Title with <angles> & more", Sub: "below", Columns: 2, Notes: []string{"a note"},
		Panels: []Panel{
			{
				Title: "lines", XLabel: "bytes", YLabel: "ratio", LogX: true, YMin: 0.9, YMax: 1.1,
				XTicks: []Tick{{8, "8"}, {64, "64"}, {512, "512"}},
				Rules:  []Rule{{Y: 1}, {Y: 1.03, Label: "goal", From: 64, To: 512}},
				Series: []Series{
					{Name: "one", Points: []Point{{X: 8, Y: 1, Lo: 0.98, Hi: 1.3}, {X: 64, Y: 2}, {X: 512, Y: 0.5}}},
					{Name: "two", Points: []Point{{X: 8, Y: 1.05}, {X: 64, Y: math.NaN()}, {X: 512, Y: 1.02}}},
					{Name: "absent"},
				},
			},
			{
				Title: "bars", YLabel: "speed-up", Groups: []string{"a", "b"}, Rules: []Rule{{Y: 1}},
				Series: []Series{
					{Name: "two", Points: []Point{{X: 0, Y: 2, Lo: 1.9, Hi: 2.1}, {X: 1, Y: 3}}},
					{Name: "three", Points: []Point{{X: 1, Y: 0.5}}},
				},
			},
			{
				Title: "groups without a foot", Groups: []string{"a"}, YMin: 0.9, YMax: 1.1,
				Series: []Series{{Name: "two", Points: []Point{{X: 0, Y: 1, Lo: 0.95, Hi: 1.01}}}},
			},
			{Title: "empty", XLabel: "x", YLabel: "y"},
		},
	}
}

func TestWrite(t *testing.T) {
	var b strings.Builder
	if err := sample().Write(&b); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.String())
	file := filepath.Join("testdata", "sample.svg")
	if os.Getenv("MDMP_UPDATE") == "1" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, remote := range []string{"href", "url(http", "<script", "@import"} {
		if strings.Contains(b.String(), remote) {
			t.Errorf("the picture is not self-contained: %s", remote)
		}
	}
	if strings.Contains(b.String(), ">absent<") {
		t.Error("a series without points is in the legend")
	}
}

func wellFormed(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(text))
	for {
		_, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
	}
}

var coordinate = regexp.MustCompile(` (?:x|y|cx|cy|x1|y1|x2|y2)="([^"]*)"`)

// Whatever the values, the picture is XML and every coordinate is a number
// near the picture.
func TestWriteProperties(t *testing.T) {
	value := rapid.OneOf(rapid.Float64Range(1e-9, 1e9), rapid.Just(math.NaN()), rapid.Just(1.0))
	rapid.Check(t, func(t *rapid.T) {
		p := Panel{Title: rapid.String().Draw(t, "title"), LogX: rapid.Bool().Draw(t, "log")}
		if rapid.Bool().Draw(t, "groups") {
			p.Groups = []string{"a", "b", "c"}
		}
		for k := range rapid.IntRange(0, 3).Draw(t, "series") {
			s := Series{Name: strconv.Itoa(k)}
			for i := range rapid.IntRange(0, 3).Draw(t, "points") {
				x := float64(i)
				if p.Groups == nil {
					x = rapid.Float64Range(1e-3, 1e6).Draw(t, "x")
				}
				y := value.Draw(t, "y")
				s.Points = append(s.Points, Point{X: x, Y: y, Lo: y * 0.9, Hi: y * 1.1})
			}
			p.Series = append(p.Series, s)
		}
		var b strings.Builder
		if err := (Figure{Panels: []Panel{p}}).Write(&b); err != nil {
			t.Fatalf("%v", err)
		}
		text := b.String()
		wellFormed(t, text)
		for _, m := range coordinate.FindAllStringSubmatch(text, -1) {
			v, err := strconv.ParseFloat(m[1], 64)
			if err != nil || math.IsNaN(v) || v < -panelWidth || v > 2*panelWidth {
				t.Fatalf("coordinate %s", m[0])
			}
		}
	})
}

func TestTicks(t *testing.T) {
	for _, tt := range []struct {
		lo, hi float64
		want   string
	}{
		{0.9, 1.1, "0.90 0.95 1.00 1.05 1.10"},
		{0, 10, "0 2 4 6 8 10"},
		{-0.5, 1.5, "-0.5 0.0 0.5 1.0 1.5"},
		{0, 1e6, "0 200000 400000 600000 800000 1000000"},
	} {
		var labels []string
		for _, tick := range (axes{yMin: tt.lo, yMax: tt.hi}).yTicks() {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != tt.want {
			t.Errorf("%g to %g: %s, want %s", tt.lo, tt.hi, got, tt.want)
		}
	}
}

func TestBytes(t *testing.T) {
	for v, want := range map[float64]string{8: "8", 1024: "1K", 65536: "64K", 1 << 20: "1M", 4 << 20: "4M", 1500: "1500", 3 << 19: "1536K"} {
		if got := Bytes(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

// The table of colours goes first; what is not in it takes what is left.
func TestColours(t *testing.T) {
	f := Figure{Colours: map[string]Colour{"mine": Blue, "absent": Green}}
	got := f.colours([]string{"a", "mine", "b"})
	want := map[string]Colour{"mine": Blue, "a": Vermilion, "b": Green}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	many := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}
	if got := (Figure{}).colours(many); got["9"] != got["1"] {
		t.Errorf("the ninth name is %s", got["9"])
	}
}

// A chosen range holds the intervals, but no wild one flattens the values.
func TestRangeHoldsIntervals(t *testing.T) {
	panel := func(high float64) Panel {
		return Panel{Groups: []string{"a", "b"}, Series: []Series{
			{Points: []Point{{X: 0, Y: 1.45, Lo: 1.4, Hi: high}, {X: 1, Y: 1, Lo: 0.9, Hi: 1.1}}},
		}}
	}
	if ax := newAxes(panel(1.6)); ax.yMax < 1.6 {
		t.Errorf("an interval up to 1.6 is cut at %g", ax.yMax)
	}
	if ax := newAxes(panel(100)); ax.yMax > 3 {
		t.Errorf("one wild interval widens the range to %g", ax.yMax)
	}
}

// The label of a goal stands right of the panel, where no data are.
func TestGoalLabel(t *testing.T) {
	var b strings.Builder
	if err := sample().Write(&b); err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`<text x="([0-9.]+)"[^>]*>goal</text>`).FindStringSubmatch(b.String())
	if m == nil {
		t.Fatal("no label")
	}
	if x, err := strconv.ParseFloat(m[1], 64); err != nil || x < panelWidth-right {
		t.Errorf("label at %s, %v", m[1], err)
	}
}
