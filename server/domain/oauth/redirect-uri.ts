/**
 * URL schemes of known coding agents and editors. These schemes contain no dot. Other schemes without a dot
 * are not allowed, since they might run a script or open any program.
 */
const appSchemes = [
  ...['claude', 'code-oss', 'cursor', 'goose', 'jetbrains', 'raycast', 'vscode', 'vscode-insiders'],
  ...['vscodium', 'warp', 'windsurf', 'zed'],
]

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Returns why a redirect URL may not receive a code; null if it may. Three kinds of URL are allowed: a
 * website over https; an app on the person's own computer over http (RFC 8252, 7.3); an app with its own
 * scheme. The scheme must contain a dot, such as `com.example.app://callback` (RFC 8252, 7.1), or belong to a
 * known app, such as `cursor://app/callback`.
 */
export function redirectUriFault(text: string): string | null {
  const url = URL.parse(text)
  if (!url) return 'is not an absolute URL'
  if (/[\s\p{Cc}]/u.test(text)) return 'must have no spaces and no line breaks'
  if (url.hash !== '' || text.includes('#')) return 'must have no fragment'
  if (url.username !== '' || url.password !== '') return 'must have no user name'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:') return isLoopback(url) ? null : 'must be https, unless it is on localhost'
  const scheme = url.protocol.slice(0, -1)
  if (!scheme.includes('.') && !appSchemes.includes(scheme))
    return 'must have a scheme of your own domain, such as com.example.app://callback'
  return url.host === '' ? 'must have a host after its scheme, such as com.example.app://callback' : null
}

/** Returns whether a redirect URL leads to an app on the person's own computer, and not to a website. */
export const isLocal = (url: URL) => url.protocol !== 'https:'

const isLoopback = (url: URL) => loopbackHosts.includes(url.hostname)

/**
 * Returns whether a redirect URL may receive a code and is registered. It must equal a registered URL; a URL
 * on the loopback interface may have another port, because apps choose the port when they start (RFC 8252,
 * 7.3).
 */
export function isRegistered(text: string, registered: readonly string[]): boolean {
  if (redirectUriFault(text) !== null) return false
  return registered.includes(text) || registered.some(each => differsInPortOnly(text, each))
}

function differsInPortOnly(text: string, registered: string): boolean {
  const [a, b] = [URL.parse(text), URL.parse(registered)]
  if (a?.protocol !== 'http:' || b?.protocol !== 'http:' || !isLoopback(a)) return false
  a.port = ''
  b.port = ''
  return a.href === b.href
}
