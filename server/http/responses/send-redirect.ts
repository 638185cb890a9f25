import type { H3Event } from 'h3'
import { contentDisposition } from './content-disposition'
import { inertHeaders } from './inert-headers'
import { matchesEtag } from './ranges'
import { isHead, requestHeader } from '../request-header'

/** The number of seconds by which a cached redirect expires before the URL to which it leads. */
const REDIRECT_SLACK = 60

/** Bytes that may also be available at another URL for a limited number of seconds. */
export interface Redirectable {
  tag: string
  mime: string
  fileName: string
  disposition: 'inline' | 'attachment'
  redirect?: (headers: { contentType: string; contentDisposition: string }) => Promise<{
    address: string
    seconds: number
  }>
}

/**
 * Redirects to another URL with the same bytes. If there is no such URL, or the request cannot follow a
 * redirect, sends nothing and returns false.
 */
export async function sendRedirect(event: H3Event, bytes: Redirectable): Promise<boolean> {
  if (!bytes.redirect || !mayRedirect(event, bytes.tag)) return false
  const { address, seconds } = await bytes.redirect({
    contentType: bytes.mime,
    contentDisposition: contentDisposition(bytes.disposition, bytes.fileName),
  })
  event.node.res.writeHead(302, {
    ...inertHeaders,
    'location': address,
    'cache-control': `private, max-age=${Math.max(0, seconds - REDIRECT_SLACK)}`,
    'vary': 'Sec-Fetch-Mode',
    'content-length': 0,
  })
  event.node.res.end()
  return true
}

/**
 * Returns whether a request can follow a redirect to another origin. A script that reads the bytes
 * (`Sec-Fetch-Mode: cors`) cannot, because the other origin would have to permit this.
 */
function mayRedirect(event: H3Event, tag: string): boolean {
  if (isHead(event)) return false
  if (matchesEtag(requestHeader(event, 'if-none-match'), `"${tag}"`)) return false
  return !/^(?:cors|same-origin)$/.test(requestHeader(event, 'sec-fetch-mode') ?? '')
}
