/** What the Markdown of a piece of evidence is made of. */
export interface MarkdownEvidence {
  kind: 'image' | 'video'
  title: string
  description: string | null
  variationGroup: string | null
  preferred: boolean
  route: string | null
  /** Review page address with the artifact's anchor. */
  url: string
  embedUrl: string | null
  posterUrl: string | null
}

/** On one line: a blank line would end whatever the text stands in. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Text as literal text: what people typed must not become markup, links or mentions. */
export function escapeMarkdown(text: string): string {
  return (
    oneLine(text)
      .replace(/[\\`*_{}[\]()#+!|~$-]/g, '\\$&')
      .replace(/^(\d+)\./, '$1\\.')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      // Code hosts link these wherever they stand, escaped or not.
      .replace(/@|:(?=\/\/)|\bwww(?=\.)/gi, '$&\u200B')
  )
}

/** Text as a code span; nothing when it holds nothing to show. */
function code(text: string): string {
  const shown = oneLine(text.replaceAll('`', ''))
  return shown && `\`${shown}\``
}

/**
 * One piece of evidence: an image linked to its review, a video's poster (it carries a play mark), or a plain
 * link when there is no poster. Empty while nothing is completed.
 */
export function evidenceMarkdown(evidence: MarkdownEvidence): string {
  const title = escapeMarkdown(evidence.title)
  if (evidence.kind === 'image')
    return evidence.embedUrl === null ? '' : `[![${title}](${evidence.embedUrl})](${evidence.url})`
  if (evidence.posterUrl !== null) return `[![▶ ${title}](${evidence.posterUrl})](${evidence.url})`
  return evidence.embedUrl === null ? '' : `[▶ ${title}](${evidence.url})`
}

/** The whole review for a pull request: each piece with its caption, then a link to annotate. */
export function reviewMarkdown(review: { title: string; url: string }, evidence: MarkdownEvidence[]): string {
  const parts = evidence.flatMap(piece => {
    const body = evidenceMarkdown(piece)
    if (body === '') return []
    const facts = [
      code(piece.route ?? ''),
      piece.variationGroup && `variation of ${escapeMarkdown(piece.variationGroup)}`,
      piece.preferred && 'preferred',
    ].filter(Boolean)
    const caption = [`**${escapeMarkdown(piece.title)}**`, ...facts].join(' · ')
    return [caption, ...(piece.description ? [escapeMarkdown(piece.description)] : []), body]
  })
  return [`### ${escapeMarkdown(review.title)}`, ...parts, `[Annotate and comment](${review.url})`].join(
    '\n\n',
  )
}
