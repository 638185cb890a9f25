import { UNNAMED_PAIR } from '../text/file-title'
import { changesSummary, countChanges, mayBeCollapsed, type CollapsibleEvidence } from './changes'
import { printableLine } from '../text/printable'

/** The URLs of the picture or video of a revision. */
interface Media {
  embedUrl: string | null
  posterUrl: string | null
}

/** The fields of an artifact that are needed for its Markdown. */
interface LinkedEvidence extends Media {
  kind: 'image' | 'video'
  title: string
  /** The URL of the artifact on the page of its review. */
  url: string
  /** The picture or video of the state before the change; null if the artifact has none. */
  before: Media | null
}

/** The fields of an artifact that are needed for the Markdown of its review. */
interface CaptionedEvidence extends CollapsibleEvidence {
  title: string
  /** The URL of the artifact on the page of its review. */
  url: string
  description: string | null
  variationGroup: string | null
  preferred: boolean
  route: string | null
  /** The Markdown of the artifact, from {@link evidenceMarkdown}. */
  markdown: string
}

/**
 * Inserts an invisible character into each URL of a text, because code hosts and chats turn URLs into links
 * even in escaped text.
 */
export const unlinked = (text: string): string => text.replace(/:(?=\/\/)|\bwww(?=\.)/gi, '$&\u200B')

/** Returns text escaped for Markdown: without markup, links, mentions and control characters. */
export function escapeMarkdown(text: string): string {
  return unlinked(
    printableLine(text)
      // Code hosts detect mentions even in escaped text, so an invisible character is inserted after each
      // `@`.
      .replaceAll('@', '@\u200B')
      .replace(/[\\`*_{}[\]()#+!|~$-]/g, '\\$&')
      .replace(/^(\d+)\./, '$1\\.')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;'),
  )
}

/** Returns text as a code span; an empty string for blank text. */
function code(text: string): string {
  // A blank line would end the Markdown element that contains the code, so the code is put on one line.
  const shown = printableLine(text.replaceAll('`', ''))
  return shown && `\`${shown}\``
}

/**
 * Returns the Markdown of one picture, which links to the review. The picture is an image, or the poster of a
 * video with a play mark. A video without a poster becomes a text link. Returns an empty string if no
 * revision is complete.
 */
function pictureMarkdown({ kind, title, url, embedUrl, posterUrl }: Omit<LinkedEvidence, 'before'>): string {
  const label = escapeMarkdown(title)
  if (kind === 'image') return embedUrl === null ? '' : `[![${label}](${embedUrl})](${url})`
  if (posterUrl !== null) return `[![▶ ${label}](${posterUrl})](${url})`
  return embedUrl === null ? '' : `[▶ ${label}](${url})`
}

/** The pictures of an artifact as Markdown. A picture that does not exist is an empty string. */
export interface EvidencePictures {
  before: string
  /** The picture of the current revision. */
  after: string
}

/** Returns the pictures of an artifact as Markdown. `before` is empty if `after` is empty. */
export function evidencePictures({ before, ...current }: LinkedEvidence): EvidencePictures {
  const after = pictureMarkdown(current)
  if (before === null || after === '') return { before: '', after }
  const { title } = current
  const titles =
    title === UNNAMED_PAIR
      ? { before: 'Before the change', after: 'After the change' }
      : { before: `${title}, before`, after: title }
  return {
    before: pictureMarkdown({ ...current, ...before, title: titles.before }),
    after: pictureMarkdown({ ...current, title: titles.after }),
  }
}

/**
 * Returns the Markdown of an artifact: its picture, or a table with the pictures before and after a change.
 */
export function evidenceMarkdown(evidence: LinkedEvidence): string {
  const { before, after } = evidencePictures(evidence)
  return before === '' ? after : `| Before | After |\n|---|---|\n| ${before} | ${after} |`
}

/**
 * Returns the Markdown of a review for a pull request: each artifact with its caption, then a link to the
 * review. Evidence that looks the same as the accepted revision and has no open comment is listed only as
 * links without pictures, in a collapsed section.
 */
export function reviewMarkdown(
  review: { title: string; url: string },
  evidence: readonly CaptionedEvidence[],
): string {
  const completed = evidence.filter(each => each.markdown !== '')
  const parts = completed.flatMap(piece => {
    if (mayBeCollapsed(piece)) return []
    const facts = [
      code(piece.route ?? ''),
      piece.variationGroup && `variation of ${escapeMarkdown(piece.variationGroup)}`,
      piece.preferred && 'preferred',
    ].filter(Boolean)
    const caption = [`**${escapeMarkdown(piece.title)}**`, ...facts].join(' · ')
    return [caption, ...(piece.description ? [escapeMarkdown(piece.description)] : []), piece.markdown]
  })
  return [
    `### ${escapeMarkdown(review.title)}`,
    ...[changesSummary(countChanges(completed))].filter(Boolean),
    ...parts,
    ...collapsed(completed.filter(mayBeCollapsed)),
    `[Annotate and comment](${review.url})`,
  ].join('\n\n')
}

/**
 * Returns the links to evidence that looks the same as the accepted revision, in a section that readers can
 * expand.
 */
function collapsed(evidence: readonly CaptionedEvidence[]): string[] {
  if (evidence.length === 0) return []
  const links = evidence.map(({ title, url }) => `- [${escapeMarkdown(title)}](${url})`)
  return [`<details><summary>${evidence.length} same as accepted</summary>`, links.join('\n'), '</details>']
}
