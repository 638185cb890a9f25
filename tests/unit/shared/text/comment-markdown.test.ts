import { expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { parseMarkdown, type MarkdownElement, type MarkdownNode } from '#shared/text/comment-markdown'

/** Returns the tree as markup, with text escaped. */
const markup = (nodes: MarkdownNode[]): string =>
  nodes
    .map(node => {
      if (typeof node === 'string') return node.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      const { tag, href, start, children } = node
      const attributes = [href && ` href=${href}`, start && ` start=${start}`].filter(Boolean).join('')
      return `<${tag}${attributes}>${markup(children)}</${tag}>`
    })
    .join('')
const rendered = (text: string) => markup(parseMarkdown(text))

const elementsOf = (nodes: MarkdownNode[]): MarkdownElement[] =>
  nodes.flatMap(each => (typeof each === 'string' ? [] : [each, ...elementsOf(each.children)]))

it.each([
  ['**bold** and *italic* and ~~gone~~', '<p><strong>bold</strong> and <em>italic</em> and <s>gone</s></p>'],
  ['`let a`', '<p><code>let a</code></p>'],
  ['```ts\nlet a\n\nlet b\n```', '<pre>let a\n\nlet b</pre>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['3. a\n4. b', '<ol start=3><li>a</li><li>b</li></ol>'],
  ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
  ['one\ntwo', '<p>one<br></br>two</p>'],
  ['# Heading', '<p><strong>Heading</strong></p>'],
  ['[docs](https://a.example/x)', '<p><a href=https://a.example/x>docs</a></p>'],
  ['See https://a.example/x?y=1.', '<p>See <a href=https://a.example/x?y=1>https://a.example/x?y=1</a>.</p>'],
  ['[mail](mailto:a@b.example)', '<p><a href=mailto:a@b.example>mail</a></p>'],
])('the comment %j is rendered as %s', (text, expected) => {
  expect(rendered(text)).toBe(expected)
})

it.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '<!-- hidden -->',
  '| a |\n|---|',
  '&lt;b&gt; &copy;',
])('the comment %s is rendered as plain text', text => {
  const nodes = parseMarkdown(text)
  expect(elementsOf(nodes).filter(each => !['p', 'br'].includes(each.tag))).toEqual([])
  expect(markup(nodes).replaceAll('<br></br>', '\n')).toBe(
    `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  )
})

it.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](data:text/html,<script>)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/settings)',
  '[x](ftp://a.example)',
  '<javascript:alert(1)>',
  'javascript:alert(1) //evil.example www.evil.com index.is a@b.com ftp://a.example',
])('the comment %s contains no link', text => {
  expect(elementsOf(parseMarkdown(text)).filter(each => each.tag === 'a')).toEqual([])
})

it('an image in a comment becomes a link to the image, which is not loaded', () => {
  const address = 'https://a.example/x.png'
  expect(rendered(`![shot](${address})`)).toBe(`<p><a href=${address}>shot</a></p>`)
  expect(rendered(`![](${address})`)).toBe(`<p><a href=${address}>${address}</a></p>`)
  expect(rendered(`[![shot](${address})](https://b.example/)`)).toBe(
    '<p><a href=https://b.example/>shot</a></p>',
  )
  expect(rendered('![shot](javascript:alert(1))')).toBe('<p>![shot](javascript:alert(1))</p>')
})

const repeated = (text: string) => text.repeat(Math.floor(limits.commentBody / text.length))

it.each(['>', '> - ', '- ', '[', '[a](', '![[]()', '**a ', '*a_', '~~a', '`a``', '```\n', '&a;', '\\'])(
  'a comment that only repeats %j is parsed without deep nesting',
  text => {
    const depth = (nodes: MarkdownNode[]): number =>
      Math.max(0, ...nodes.map(each => (typeof each === 'string' ? 0 : 1 + depth(each.children))))
    expect(depth(parseMarkdown(repeated(text)))).toBeLessThan(50)
  },
)
