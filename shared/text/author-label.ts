import type { Comment } from '../contract/thread'

/**
 * Returns the name of a comment's author for texts: that of a guest proves nothing, so it says so. Empty
 * without an author.
 */
export function authorLabel(author: Comment['author'] | undefined): string {
  if (!author) return ''
  return author.type === 'guest' ? `${author.name} (guest)` : author.name
}
