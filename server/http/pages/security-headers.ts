import { randomBytes } from 'node:crypto'
import { settings } from '~~/server/settings'

/**
 * Browser features that are disabled because no page uses them. The clipboard and full screen are not
 * disabled.
 */
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

/**
 * One year, in seconds. HSTS does not include subdomains, because other services may run there without https.
 */
const HSTS_MAX_AGE = 31_536_000

/**
 * Returns the headers of every response. A response may replace some of them: evidence has a stricter policy
 * (`inertHeaders`). If `publicUrl` is an https URL, the headers include HSTS (RFC 6797).
 */
export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // Not `no-referrer`, because browsers would then send `Origin: null` with forms that are posted to this
    // server.
    'referrer-policy': 'same-origin',
    ...(publicUrl.startsWith('https://') && { 'strict-transport-security': `max-age=${HSTS_MAX_AGE}` }),
  }
}

/**
 * The headers that prevent other sites from showing a response in a frame. Every response has them except
 * evidence, which other sites may embed.
 */
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

/** Returns the headers that every response to a path has. */
export function fixedHeaders(path: string): Record<string, string> {
  if (!fixed) {
    const evidence = baseHeaders(settings().publicUrl)
    fixed = { evidence, others: { ...evidence, ...unframedHeaders } }
  }
  return path.startsWith('/e/') ? fixed.evidence : fixed.others
}

/**
 * Returns the headers of a rendered page. Pages contain a nonce and personal data, so caches must not store
 * them. `policy` is a {@link contentSecurityPolicy}; null keeps the policy in {@link unframedHeaders}.
 */
export function pageHeaders(policy: string | null): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'permissions-policy': deniedFeatures.map(feature => `${feature}=()`).join(', '),
    ...(policy !== null && { 'content-security-policy': policy }),
  }
}

/**
 * Returns the Content-Security-Policy (CSP Level 3) of a page. Images, videos and data may be loaded from the
 * origin of `publicUrl`, because media URLs are absolute and this origin may differ from the origin in the
 * address bar. Images and videos may also be loaded from `mediaOrigin`, if it is given. Style attributes are
 * allowed, because on the server Vue renders `:style` and `v-show` as attributes.
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
    // `data:` is for icons in style sheets. `blob:` is for files before their upload, and for frames of
    // videos.
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

/** Returns 128 random bits in base64url. In this encoding an attribute value needs no quotes. */
export const createNonce = () => randomBytes(16).toString('base64url')

/**
 * Adds the nonce to each script and style element of an HTML text. Use it only for HTML that the server
 * itself writes (the head, and the state at the end of the body), never for rendered content. The nonce is
 * written without quotes: if such a tag is part of an attribute value, quotes would end this value.
 */
export function addNonce(html: string, nonce: string): string {
  return html.replace(/<(script|style)(?=[\s>])/g, `<$1 nonce=${nonce}`)
}
