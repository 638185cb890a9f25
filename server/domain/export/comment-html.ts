import { parseMarkdown, type MarkdownNode, type MarkdownTag } from '#shared/text/comment-markdown'
import { splitMentions } from '#shared/text/mentions'
import { mayBeMarkdown, segmentsOf } from '#shared/text/rich-text'
import { escapeHtml } from './escape-html'

const emptyTags: readonly MarkdownTag[] = ['br', 'hr']

/**
 * Returns the HTML of a comment. A comment is untrusted: only the Markdown that the dashboard supports
 * becomes HTML, everything else is escaped. `names` are the names of the mentioned people.
 */
export function commentHtml(text: string, names: readonly string[]): string {
  if (!mayBeMarkdown(text)) return `<p class="plain" dir="auto">${plainHtml(text, names)}</p>`
  return `<div class="text">${parseMarkdown(text)
    .map(node => nodeHtml(node, names, true))
    .join('')}</div>`
}

function plainHtml(text: string, names: readonly string[]): string {
  return segmentsOf(text, names)
    .map(segment => {
      const content = escapeHtml(segment.text)
      switch (segment.type) {
        case 'code':
          return `<code>${content}</code>`
        case 'link':
          return `<a${linkAttributes(segment.text)}>${content}</a>`
        case 'mention':
          return mentionHtml(segment.text)
        case 'text':
          return content
      }
    })
    .join('')
}

/**
 * Returns the HTML of a Markdown node. An outermost block element gets `dir="auto"`, so that its text decides
 * the direction. Elements inside of it get no `dir`, except that preformatted text is always left-to-right.
 */
function nodeHtml(node: MarkdownNode, names: readonly string[], isOutermost = false): string {
  if (typeof node === 'string')
    return splitMentions(node, names)
      .map((part, index) => (index % 2 === 1 ? mentionHtml(part) : escapeHtml(part)))
      .join('')
  const { tag, href, start, children } = node
  if (emptyTags.includes(tag)) return `<${tag}>`
  const attributes = [
    tag === 'pre' ? ' dir="ltr"' : isOutermost ? ' dir="auto"' : '',
    href === undefined ? '' : linkAttributes(href),
    start === undefined ? '' : ` start="${start}"`,
  ].join('')
  // Names in code are not mentions.
  const isCode = tag === 'code' || tag === 'pre'
  const content = children.map(each => nodeHtml(each, isCode ? [] : names)).join('')
  return `<${tag}${attributes}>${content}</${tag}>`
}

const mentionHtml = (text: string) => `<b dir="auto">${escapeHtml(text)}</b>`
const linkAttributes = (href: string) => ` href="${escapeHtml(href)}" rel="noopener nofollow ugc"`
