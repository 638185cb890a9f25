/**
 * Returns whether a program signs in, according to the User-Agent header: browsers send one that begins with
 * "Mozilla/". This is a hint for owners, not a protection, since a program can send the same header.
 */
export const isScript = (userAgent: unknown): boolean =>
  typeof userAgent !== 'string' || !userAgent.startsWith('Mozilla/')
