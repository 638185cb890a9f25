/**
 * The base with which paths are parsed. If a value leads to another site, the origin of the parsed URL
 * differs from this base. No site can have this name (RFC 2606).
 */
const OWN_ORIGIN = 'https://own.invalid'

/**
 * Returns the path to open after signing in: `value` if it is a path of this site, else '/'. Browsers drop
 * tabs and line breaks from a URL and treat a backslash like a slash (URL Standard, 4.4). Therefore these
 * characters are rejected, even if they are percent-encoded in the path.
 */
export function safeRedirect(value: unknown): string {
  // eslint-disable-next-line no-control-regex -- the expression looks for control characters
  if (typeof value !== 'string' || !/^\/(?!\/)[^\\\u0000-\u001f\u007f-\u009f]*$/.test(value)) return '/'
  const path = value.split(/[?#]/)[0] ?? ''
  if (/%(?:2f|5c|[01][\da-f]|7f|25)/i.test(path)) return '/'
  const url = URL.canParse(value, OWN_ORIGIN) ? new URL(value, OWN_ORIGIN) : null
  return url?.origin === OWN_ORIGIN && !url.pathname.startsWith('//') ? value : '/'
}
