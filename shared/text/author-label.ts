import type { Comment } from '../contract/thread'

/**
 * Returns the name of the author of a comment, for use in a text. Guests are marked as such, because they may
 * choose any name. Returns an empty string if there is no author.
 */
export function authorLabel(author: Pick<Comment['author'], 'type' | 'name'> | undefined): string {
  if (!author) return ''
  return author.type === 'guest' ? `${author.name} (guest)` : author.name
}
