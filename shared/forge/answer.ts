import { escapeMarkdown } from '../review/markdown'
import { factsOf, markerOf, type ReviewFacts } from './review-comment'

/**
 * Returns the comment that answers a question in a pull request, as Markdown: a line with the state of each
 * review and a link to it. `key` names the answer in its invisible marker.
 */
export function answerBody(key: string, reviews: readonly ReviewFacts[]): string {
  const lines = reviews.map(
    each => `[${escapeMarkdown(each.title)}](${each.url}): ${factsOf(each).join(' · ')}`,
  )
  const none = 'No review in Exhibit is about this pull request yet.'
  return [markerOf(key), ...(lines.length > 0 ? lines : [none])].join('\n\n')
}
