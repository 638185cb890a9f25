/**
 * The path prefixes that only routes use: for a path with such a prefix and without a route, the response is
 * 404. The authentication library (better-auth) defines its own routes.
 */
export const routeRoots = ['/v1', '/api', '/e', '/docs', '/oauth', '/skill']

/** Matches the paths below {@link routeRoots}, which are never pages. */
export const belowRoot = new RegExp(`^(?:${routeRoots.join('|')})(?:[/?]|$)`)

/** Matches the paths whose last part is a credential. Such a part must not be logged. */
export const secretAddress = new RegExp(
  '^(/(?:e|r|claim|invite|confirm-email|v1/uploads|' +
    'api/(?:share|claim|invite|email-changes|avatars|auth/reset-password))/).+',
)

/**
 * Matches the paths whose requests neither begin nor end a session for the person that an authenticating
 * proxy names, because most clients of these paths are programs without a session. A session cookie of
 * another person is removed from these requests too.
 */
export const withoutSession =
  /^\/(?:v1|e|r|_nuxt|_fonts|api\/(?:share|health|ready|metrics|plans|billing\/webhook))(?:\/|$)/
