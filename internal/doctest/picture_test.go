package doctest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw the README's picture anew, of the run that fails there")

const (
	pictureFile = "docs/failing-run.svg"
	pictureMost = 60 << 10 // bytes
	diagramFile = "examples/lease/testdata/failures/TestLease/OneHolder/diagram.html"
)

// checkPicture holds the README's picture against the diagram of the run that its commands make fail.
func checkPicture(s *story) {
	s.Helper()
	want, err := pictureOf(s.read(filepath.Join(s.copy, filepath.FromSlash(diagramFile))))
	if err != nil {
		s.Fatal(err)
	}
	file := filepath.Join(root, filepath.FromSlash(pictureFile))
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			s.Fatal(err)
		}
	}
	switch have := s.read(file); {
	case have != want:
		s.Errorf("%s is not what the README's run comes to: go test ./internal/doctest -update draws it", pictureFile)
	case len(have) > pictureMost || strings.Contains(have, "<script"):
		s.Errorf("%s has %d bytes, or a script; it must have at most %d, and none", pictureFile, len(have), pictureMost)
	}
}

var (
	stylePart   = regexp.MustCompile(`(?s)<style>\n(.*?)(?:@media print.*?)?</style>`)
	headsPart   = regexp.MustCompile(`(?s)<svg class="heads" width="(\d+)" height="(\d+)".*?</svg>\n`)
	drawingPart = regexp.MustCompile(`(?s)<svg class="picture" width="\d+" height="\d+".*?</svg>\n`)
	bandPart    = regexp.MustCompile(`<rect class="band" x="0" y="(\d+)"`)
)

// below is how much of a diagram is seen below what fails.
const below = 82

// pictureOf is the sequence diagram of a page as one picture, up to a little below what fails.
func pictureOf(page string) (string, error) {
	style, heads := stylePart.FindStringSubmatch(page), headsPart.FindStringSubmatch(page)
	drawing, band := drawingPart.FindString(page), bandPart.FindStringSubmatch(page)
	if style == nil || heads == nil || drawing == "" || band == nil {
		return "", fmt.Errorf("a page has no style, heads, picture or band any more: see pictureOf")
	}
	var width, top, height int
	for text, number := range map[string]*int{heads[1]: &width, heads[2]: &top, band[1]: &height} {
		if _, err := fmt.Sscan(text, number); err != nil {
			return "", err
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+"\n",
		width, top+height+below)
	fmt.Fprintf(&out, "<style>\n%ssvg { font: 14px system-ui, sans-serif; }\n</style>\n", style[1])
	out.WriteString(`<rect width="100%" height="100%" style="fill: var(--paper)"/>` + "\n" + heads[0])
	out.WriteString(strings.Replace(drawing, "<svg ", fmt.Sprintf(`<svg y="%d" `, top), 1) + "</svg>\n")
	return out.String(), nil
}

func TestPictureOf(t *testing.T) {
	const page = "<style>\na\n@media print {}\n</style>\n<svg class=\"heads\" width=\"9\" height=\"4\"></svg>\n" +
		"<svg class=\"picture\" width=\"9\" height=\"7\"><rect class=\"band\" x=\"0\" y=\"5\"/></svg>\n"
	got, err := pictureOf(page)
	if err != nil || !strings.Contains(got, `height="91"`) || !strings.Contains(got, `<svg y="4" class="picture"`) ||
		strings.Contains(got, "print") {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := pictureOf("<p>"); err == nil {
		t.Error("a page without a picture has one")
	}
}
