/**
 * The headers of every response with evidence. With them, browsers run no scripts in evidence. Code hosts use
 * the same policy for raw files.
 */
export const inertHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}
