/** In place of our own origin, which the server does not know. It cannot be registered (RFC 2606). */
const OWN_ORIGIN = 'https://own.invalid'

/**
 * Where to go after signing in: a path of ours, never another site; '/' for everything else. Browsers drop
 * tabs and line breaks from an address and read a backslash as a slash (URL Standard, 4.4), so both are
 * refused, also percent-encoded in the path.
 */
export function safeRedirect(value: unknown): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (typeof value !== 'string' || !/^\/(?!\/)[^\\\u0000-\u001f\u007f-\u009f]*$/.test(value)) return '/'
  const path = value.split(/[?#]/)[0] ?? ''
  if (/%(?:2f|5c|[01][\da-f]|7f|25)/i.test(path)) return '/'
  const url = URL.canParse(value, OWN_ORIGIN) ? new URL(value, OWN_ORIGIN) : null
  return url?.origin === OWN_ORIGIN && !url.pathname.startsWith('//') ? value : '/'
}
