import type { Comment } from '../contract/thread'

/**
 * Returns the name of a comment's author for texts. It marks guests, whose names prove nothing. Empty without
 * an author.
 */
export function authorLabel(author: Comment['author'] | undefined): string {
  if (!author) return ''
  return author.type === 'guest' ? `${author.name} (guest)` : author.name
}
