import type { Artifact } from '../contract/artifact'
import type { Review } from '../contract/review'
import { escapeMarkdown, evidenceMarkdown, reviewMarkdown } from '../review/markdown'
import { revisionBefore } from '../review/revision-before'

interface DescribedReview {
  review: Pick<Review, 'id' | 'title' | 'url'>
  artifacts: readonly Artifact[]
}

/** The maximum number of characters of a description on GitHub. GitLab and Gitea accept more. */
export const MAX_DESCRIPTION = 65_536

const START = '<!-- exhibit:start'
const END = '<!-- exhibit:end -->'

/**
 * Matches a block: from a start marker, which may name a review, to the next end marker. A block contains no
 * other start marker, so that a marker without its counterpart never includes the text of people.
 */
const blocks = /<!-- exhibit:start(?: (rev_\w+))? -->(?:(?!<!-- exhibit:start)[^])*?<!-- exhibit:end -->/g

/**
 * Returns the description of a pull request with the evidence of a review between two markers. All other text
 * stays unchanged. Replaces the block of the review, else a block whose marker names no review: a person
 * writes it at the place where the evidence should be. If there is neither, adds the block at the end. The
 * pictures in the block always show the latest revision. Evidence that does not fit is left out, with a link
 * to the review. Throws a RangeError if not even that link fits.
 */
export function withEvidence(description: string, { review, artifacts }: DescribedReview): string {
  const found = [...description.matchAll(blocks)]
  const own = found.find(each => each[1] === review.id) ?? found.find(each => each[1] === undefined)
  const gap =
    description === '' || /\n\r?\n$/.test(description) ? '' : description.endsWith('\n') ? '\n' : '\n\n'
  const head = own ? description.slice(0, own.index) : description + gap
  const tail = own ? description.slice(own.index + own[0].length) : ''
  for (let count = artifacts.length; count >= 0; count--) {
    const block = blockWith(review, artifacts.slice(0, count), artifacts.length - count)
    // Line breaks are normalized, because a forge may store them as CRLF.
    if (own?.[0].replaceAll('\r\n', '\n') === block) return description
    const whole = head + block + tail
    if (whole.length <= MAX_DESCRIPTION) return whole
  }
  throw new RangeError('The description has no space for the evidence.')
}

function blockWith(review: DescribedReview['review'], shown: readonly Artifact[], hidden: number): string {
  const evidence = shown.map(each => ({
    ...each,
    markdown: evidenceMarkdown({
      ...each,
      embedUrl: each.latestEmbedUrl,
      posterUrl: each.latestPosterUrl,
      before: revisionBefore(each.revisions, each.currentRevision),
    }),
  }))
  const more = hidden > 0 ? [`[${hidden} more in ${escapeMarkdown(review.title)}](${review.url})`] : []
  return [`${START} ${review.id} -->`, reviewMarkdown(review, evidence), ...more, END].join('\n\n')
}
