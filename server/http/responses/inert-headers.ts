/**
 * The headers of every response with evidence, which must not run scripts. Code hosts use this policy for raw
 * files.
 */
export const inertHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}
