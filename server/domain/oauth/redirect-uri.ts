/** Schemes of addresses that a browser runs or reads itself, so that no app receives the response. */
const browserSchemes = ['javascript', 'data', 'vbscript', 'blob', 'file', 'about', 'ftp', 'ws', 'wss']

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Returns why an address may not receive a code, or null: it is a page over https, an app on the person's own
 * computer over http (RFC 8252, 7.3), or an app by a scheme of its own, such as `cursor://app/callback`.
 */
export function redirectUriFault(text: string): string | null {
  const url = URL.parse(text)
  if (!url) return 'is not an absolute URL'
  if (url.hash !== '' || text.includes('#')) return 'must have no fragment'
  if (url.username !== '' || url.password !== '') return 'must have no user name'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:') return isLoopback(url) ? null : 'must be https, unless it is on localhost'
  if (browserSchemes.includes(url.protocol.slice(0, -1))) return 'has a scheme that no app receives'
  return url.host === '' ? 'must have a host after its scheme, such as app://callback' : null
}

/** Returns whether an app on the person's own computer receives the response, instead of a website. */
export const isLocal = (url: URL) => url.protocol !== 'https:'

const isLoopback = (url: URL) => loopbackHosts.includes(url.hostname)

/**
 * Returns whether an address is one of those registered: the same text, or on the loopback interface the same
 * but for the port, which apps choose when they start (RFC 8252, 7.3).
 */
export function isRegistered(text: string, registered: readonly string[]): boolean {
  return registered.includes(text) || registered.some(each => differsInPortOnly(text, each))
}

function differsInPortOnly(text: string, registered: string): boolean {
  const [a, b] = [URL.parse(text), URL.parse(registered)]
  if (a?.protocol !== 'http:' || b?.protocol !== 'http:' || !isLoopback(a) || redirectUriFault(text) !== null)
    return false
  a.port = ''
  b.port = ''
  return a.href === b.href
}
