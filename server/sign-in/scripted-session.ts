/**
 * Returns whether a sign-in comes from a program, by its User-Agent: browsers send one that begins with
 * "Mozilla/". This is a hint for owners, not a protection, since a program may send the same value.
 */
export const isScript = (userAgent: unknown): boolean =>
  typeof userAgent !== 'string' || !userAgent.startsWith('Mozilla/')
