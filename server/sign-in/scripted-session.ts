/**
 * Returns whether a sign-in comes from a program, by its User-Agent: those of all browsers begin with
 * "Mozilla/". A hint for owners, not a protection, since a program may send what a browser does.
 */
export const isScript = (userAgent: unknown): boolean =>
  typeof userAgent !== 'string' || !userAgent.startsWith('Mozilla/')
