import { randomBytes } from 'node:crypto'
import { settings } from '~~/server/settings'

/** Browser features that no page uses. Clipboard and full screen stay available to pages. */
const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/** One year, in seconds. Subdomains are not included: other services may run there without https. */
const HSTS_MAX_AGE = 31_536_000

/**
 * Returns the headers of every response. A response may replace some: evidence has a stricter policy
 * (`inertHeaders`). If `publicUrl` has https, HSTS is added (RFC 6797).
 */
export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // Instead of `no-referrer`, with which browsers send `Origin: null` with form posts to this server.
    'referrer-policy': 'same-origin',
    ...(publicUrl.startsWith('https://') && { 'strict-transport-security': `max-age=${HSTS_MAX_AGE}` }),
  }
}

/** The headers that forbid frames, for every response except evidence, which other sites embed. */
export const unframedHeaders: Record<string, string> = {
  'x-frame-options': 'DENY',
  'content-security-policy': [
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
}

let fixed: { evidence: Record<string, string>; others: Record<string, string> } | undefined

/** Returns the headers of every response to a path of this server. */
export function fixedHeaders(path: string): Record<string, string> {
  if (!fixed) {
    const evidence = baseHeaders(settings().publicUrl)
    fixed = { evidence, others: { ...evidence, ...unframedHeaders } }
  }
  return path.startsWith('/e/') ? fixed.evidence : fixed.others
}

/**
 * Returns the headers of a rendered page. Pages contain a nonce and personal data, so no cache may store
 * them. `policy` is a {@link contentSecurityPolicy}, or null to keep the policy in {@link unframedHeaders}.
 */
export function pageHeaders(policy: string | null): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'permissions-policy': deniedFeatures.map(feature => `${feature}=()`).join(', '),
    ...(policy !== null && { 'content-security-policy': policy }),
  }
}

/**
 * Returns the Content-Security-Policy (CSP Level 3) of a page. Media addresses are absolute under
 * `publicUrl`, which may differ from the address in the browser, so its origin may serve pictures, videos
 * and data; so may `mediaOrigin` serve media, if given. Style attributes are allowed: Vue renders `:style`
 * and `v-show` as attributes on the server.
 */
export function contentSecurityPolicy(nonce: string, publicUrl: string, mediaOrigin?: string): string {
  const { origin } = new URL(publicUrl)
  const media = [origin, mediaOrigin].filter(Boolean).join(' ')
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    // data: for icons in style sheets; blob: for files before their upload, and for video frames.
    `img-src 'self' data: blob: ${media}`,
    `media-src 'self' blob: ${media}`,
    `connect-src 'self' ${origin}`,
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Returns 128 random bits in base64url, which need no quotes in an attribute. */
export const createNonce = () => randomBytes(16).toString('base64url')

/**
 * Returns HTML with the nonce on each script and style element. Only for HTML that the server itself writes
 * (head, state at the end of the body), never for rendered content. Without quotes, the nonce cannot end the
 * value of an attribute.
 */
export function addNonce(html: string, nonce: string): string {
  return html.replace(/<(script|style)(?=[\s>])/g, `<$1 nonce=${nonce}`)
}
