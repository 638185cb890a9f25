import type { H3Event } from 'h3'
import type { ByteSource } from '~~/server/byte-source'
import { sendBlob } from './send-blob'

interface NamedBytes {
  source: ByteSource
  tag: string
  mime: string
  fileName: string
  disposition: 'inline' | 'attachment'
  cacheControl: string
  onStart?: () => Promise<void>
}

/** Sends stored bytes under the evidence's file name. */
export function sendServed(event: H3Event, served: NamedBytes): Promise<void> {
  return sendBlob(event, {
    source: served.source,
    etag: `"${served.tag}"`,
    contentType: served.mime,
    headers: {
      'cache-control': served.cacheControl,
      'content-disposition': contentDisposition(served.disposition, served.fileName),
    },
    onStart: served.onStart,
  })
}

/** A Content-Disposition (RFC 6266) with the name in ASCII and in UTF-8 (RFC 8187). */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/[^\x20-\x7E]/g, '')
    .replace(/["\\]/g, '')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
