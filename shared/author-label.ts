import type { Comment } from './contract/thread'

/** Returns the name of a comment's author for texts: that of a guest proves nothing, so it says so. */
export const authorLabel = ({ type, name }: Comment['author']): string =>
  type === 'guest' ? `${name} (guest)` : name
