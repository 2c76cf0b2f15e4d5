package main

import (
	"fmt"
	"html"
	"regexp"
	"strconv"

	weight "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// fontOf is the font of all texts.
func fontOf(size vg.Length, bold bool) font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = weight.WeightBold
	}
	return f
}

// written is a text in an SVG file: what stands before its font, its weight, its size, and itself.
var written = regexp.MustCompile(`(<text [^>]*?)\s+style="font-family:Liberation Sans;font-variant:normal;` +
	`font-weight:(normal|bold);font-style:normal;font-size:([0-9.]+)px(;[^"]*)?">([^<]*)</text>`)

// withFonts names the fonts that may stand in the place of the one that was measured with, and has
// each text be as long as it is in that: so it stays where it was put, whatever fonts a reader has.
func withFonts(svg string) []byte {
	return []byte(written.ReplaceAllStringFunc(svg, func(element string) string {
		parts := written.FindStringSubmatch(element)
		size, err := strconv.ParseFloat(parts[3], 64)
		if err != nil {
			return element
		}
		style := text.Style{Font: fontOf(vg.Length(size), parts[2] == "bold"), Handler: plot.DefaultTextHandler}
		return fmt.Sprintf(`%s textLength="%.5g" lengthAdjust="spacingAndGlyphs"`+"\n\t"+
			`style="font-family:'Liberation Sans',Arial,Helvetica,sans-serif;`+
			`font-weight:%s;font-size:%spx%s">%s</text>`,
			parts[1], style.Width(html.UnescapeString(parts[5])).Points(), parts[2], parts[3], parts[4], parts[5])
	}))
}
