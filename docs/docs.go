// Package docs is the manual of wane, from the Markdown files of this folder.
package docs

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

//go:embed *.md rankings-*.png
var files embed.FS

// Root is where a server shows the manual.
const Root = "/docs"

// Page is a page of the manual.
type Page struct {
	Path    string // on a server, such as "/docs/playing"; Root is the table of contents
	Title   string
	Summary string // the first paragraph, as plain text
	// HTML returns the page, which is rendered once. It must not be changed.
	HTML func() []byte
}

// Pages returns the pages in the order of the table of contents, which is the
// first. Links between them lead to their paths.
func Pages() ([]Page, error) {
	source, err := files.ReadFile(indexFile)
	if err != nil {
		return nil, err
	}
	var pages []Page
	for _, name := range append([]string{indexFile}, linkedFiles(source)...) {
		source, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("the manual's table of contents: %w", err)
		}
		page := Page{Path: pagePath(name), HTML: sync.OnceValue(func() []byte { return render(source) })}
		head, _, _ := bytes.Cut(source, []byte("\n## ")) // has the title and the summary
		tree := markdown.Parser().Parse(text.NewReader(head))
		for n := tree.FirstChild(); n != nil && (page.Title == "" || page.Summary == ""); n = n.NextSibling() {
			switch {
			case n.Kind() == ast.KindHeading && page.Title == "":
				page.Title = plainText(n, head)
			case n.Kind() == ast.KindParagraph && page.Summary == "":
				page.Summary = plainText(n, head)
			}
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// render returns the HTML of a text. That the texts of the program can be rendered is tested.
func render(source []byte) []byte {
	var html bytes.Buffer
	if err := markdown.Convert(source, &html); err != nil {
		panic(fmt.Sprintf("a page of the manual: %v", err))
	}
	return html.Bytes()
}

// Pictures yields the pictures of pages: their names, as the pages refer to them, and PNG data.
func Pictures() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		names, _ := fs.Glob(files, "*.png") // the pattern is valid
		for _, name := range names {
			if data, err := files.ReadFile(name); err != nil || !yield(name, data) {
				return
			}
		}
	}
}

const indexFile = "README.md"

// markdown renders a page as GitHub does. It aligns cells by attributes, because
// servers forbid inline styles.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(forSite{}, 100))),
)

// forSite changes what a page of a server needs different from a file.
type forSite struct{}

// Transform makes links between files links between pages. Wide tables, which
// scroll on small screens, can take the focus, so that keys scroll them.
func (forSite) Transform(tree *ast.Document, _ text.Reader, _ parser.Context) {
	for n := tree.FirstChild(); n != nil; n = n.NextSibling() {
		if table, ok := n.(*tables.Table); ok && len(table.Alignments) > 2 {
			table.SetAttributeString("tabindex", "0")
		}
	}
	forLinks(tree, func(link *ast.Link) {
		file, anchor, found := strings.Cut(string(link.Destination), "#")
		if !strings.HasSuffix(file, ".md") || strings.Contains(file, ":") {
			return
		}
		if file = pagePath(file); found {
			file += "#" + anchor
		}
		link.Destination = []byte(file)
	})
}

func pagePath(file string) string {
	if file == indexFile {
		return Root
	}
	return path.Join(Root, strings.TrimSuffix(file, ".md"))
}

// linkedFiles lists the files that a page links to, in order.
func linkedFiles(source []byte) (names []string) {
	seen := map[string]bool{}
	forLinks(goldmark.DefaultParser().Parse(text.NewReader(source)), func(link *ast.Link) {
		if name := string(link.Destination); strings.HasSuffix(name, ".md") && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	})
	return names
}

func forLinks(tree ast.Node, do func(*ast.Link)) {
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering {
			do(link)
		}
		return ast.WalkContinue, nil
	})
}

// plainText returns the text of a node without marks.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
