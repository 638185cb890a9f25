import { escapeMarkdown } from '../review/markdown'
import { factsOf, markerOf, type ReviewFacts } from './review-comment'

/**
 * Returns the comment that answers a question in a pull request, as Markdown: one line for each review, with
 * its state and a link. `key` is written into an invisible marker, by which the comment is found later.
 */
export function answerBody(key: string, reviews: readonly ReviewFacts[]): string {
  const lines = reviews.map(
    each => `[${escapeMarkdown(each.title)}](${each.url}): ${factsOf(each).join(' · ')}`,
  )
  const none = 'No review in Exhibit is about this pull request yet.'
  return [markerOf(key), ...(lines.length > 0 ? lines : [none])].join('\n\n')
}
