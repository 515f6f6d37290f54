package compiler

// Set replaces the words of an item.
func (c *Command) Set(it *Item, words ...string) {
	from := 0
	for _, w := range it.Words {
		if w.InFile {
			c.changed[w.From] = true
		}
		from = w.From
	}
	it.Words = nil
	for _, w := range words {
		it.Words = append(it.Words, Word{Text: w, From: from})
	}
}

// Forget tells that a word of a response file was taken out before Parse saw
// it, so that the file cannot be handed on.
func (c *Command) Forget(w Word) {
	if w.InFile {
		c.changed[w.From] = true
	}
}

// Args returns the command line as it is now. Response files of which nothing
// changed are handed on by name.
func (c *Command) Args() []string {
	var out []string
	named := map[int]bool{}
	for i := range c.Items {
		for _, w := range c.Items[i].Words {
			switch {
			case !w.InFile || c.changed[w.From]:
				out = append(out, w.Text)
			case !named[w.From]:
				named[w.From] = true
				out = append(out, c.args[w.From])
			}
		}
	}
	return out
}

// Without returns the words, response files opened, without the items that
// drop picks.
func (c *Command) Without(drop func(*Item) bool) []string {
	var out []string
	for i := range c.Items {
		if drop(&c.Items[i]) {
			continue
		}
		for _, w := range c.Items[i].Words {
			out = append(out, w.Text)
		}
	}
	return out
}
