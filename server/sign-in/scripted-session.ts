/**
 * Returns whether a program signed in, not a browser. The User-Agent of a browser begins with "Mozilla/".
 * This is a hint for owners, not a protection, since a program may send the same value.
 */
export const isScript = (userAgent: unknown): boolean =>
  typeof userAgent !== 'string' || !userAgent.startsWith('Mozilla/')
