import MarkdownIt from 'markdown-it'

/**
 * The HTML elements that the Markdown of a comment can produce. A comment never adds any other element to a
 * page.
 */
const tags = [
  'p',
  'br',
  'strong',
  'em',
  's',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'hr',
] as const
export type MarkdownTag = (typeof tags)[number]

/**
 * An element in the Markdown of a comment. `href` is the URL of a link, whose scheme is safe. `start` is the
 * first number of a numbered list.
 */
export interface MarkdownElement {
  tag: MarkdownTag
  href?: string
  start?: number
  children: MarkdownNode[]
}
export type MarkdownNode = string | MarkdownElement

/** URLs with a scheme that can only open a page or a mail. */
const safeAddress = /^(?:https?:\/\/|mailto:)/i

/**
 * Only the Markdown in the following list is parsed. Everything else remains text: HTML, tables, references
 * and entities. An image becomes a link.
 */
const parser = new MarkdownIt('zero', { linkify: true, breaks: true }).enable([
  'autolink',
  'backticks',
  'blockquote',
  'emphasis',
  'escape',
  'fence',
  'heading',
  'hr',
  'image',
  'link',
  'linkify',
  'list',
  'newline',
  'strikethrough',
])
// Only a URL with a scheme becomes a link, because "index.html" and "total.is" are usually not meant as URLs.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
parser.validateLink = address => safeAddress.test(address)

type Token = ReturnType<typeof parser.parse>[number]

/**
 * Parses the Markdown of a comment, which is untrusted, into elements and texts. Any comment of the maximum
 * length takes only milliseconds.
 */
export function parseMarkdown(text: string): MarkdownNode[] {
  return treeOf(parser.parse(text, {}))
}

/** Nests the flat list of tokens of the parser. */
function treeOf(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open: MarkdownNode[][] = [root]
  const add = (node: MarkdownNode) => void open.at(-1)?.push(node)
  let isInLink = false
  for (const token of tokens) {
    if (token.tag === 'a') isInLink = token.nesting === 1
    if (token.nesting === -1) {
      if (!token.hidden) open.pop()
    } else if (token.nesting === 1) {
      // The parser marks the paragraphs of a list without empty lines as hidden. They get no element.
      if (token.hidden) continue
      const element = elementOf(token)
      add(element)
      // A heading becomes a bold paragraph, because a comment must not add headings to the page.
      const strong: MarkdownElement | null =
        token.type === 'heading_open' ? { tag: 'strong', children: [] } : null
      if (strong) element.children.push(strong)
      open.push((strong ?? element).children)
    } else for (const node of leavesOf(token, isInLink)) add(node)
  }
  return root
}

function leavesOf(token: Token, isInLink: boolean): MarkdownNode[] {
  switch (token.type) {
    case 'inline':
      return treeOf(token.children ?? [])
    case 'code_inline':
      return [{ tag: 'code', children: [token.content] }]
    case 'fence':
      return [{ tag: 'pre', children: [token.content.replace(/\n$/, '')] }]
    case 'softbreak':
    case 'hardbreak':
      return [{ tag: 'br', children: [] }]
    case 'image': {
      const href = String(token.attrGet('src'))
      if (isInLink) return [token.content || href]
      return [{ tag: 'a', href, children: [token.content || href] }]
    }
    case 'hr':
      return [{ tag: 'hr', children: [] }]
    default:
      return token.content === '' ? [] : [token.content]
  }
}

function elementOf(token: Token): MarkdownElement {
  const tag = token.type === 'heading_open' ? 'p' : tags.find(each => each === token.tag)
  if (!tag) throw new Error(`A comment has no element ${token.tag}.`)
  const href = token.attrGet('href')
  const start = token.attrGet('start')
  return {
    tag,
    ...(href !== null && { href: String(href) }),
    ...(start !== null && { start: Number(start) }),
    children: [],
  }
}
