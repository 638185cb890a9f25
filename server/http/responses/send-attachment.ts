import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { H3Event } from 'h3'
import { contentDisposition } from './content-disposition'
import { inertHeaders } from './inert-headers'
import { endWhenStalled } from '../node/stalled-client'
import { isHead } from '../request-header'
import { isDisconnect } from './send-blob'

/** A file whose size is not known in advance. */
interface StreamedFile {
  fileName: string
  contentType: string
  open: () => Promise<Readable>
}

/**
 * Sends a file as an attachment in response to GET and HEAD. If its first bytes cannot be read, throws before
 * anything is sent. If later bytes cannot be read, closes the connection, so that the download fails.
 */
export async function sendAttachment(event: H3Event, file: StreamedFile): Promise<void> {
  const headers = {
    ...inertHeaders,
    'content-type': file.contentType,
    'content-disposition': contentDisposition('attachment', file.fileName),
    'cache-control': 'private, no-store',
  }
  const response = event.node.res
  if (isHead(event)) {
    response.writeHead(200, headers).end()
    return
  }
  const body = await file.open()
  await once(body, 'readable')
  endWhenStalled(response)
  response.writeHead(200, headers)
  try {
    await pipeline(body, response)
  } catch (error) {
    body.destroy()
    if (!isDisconnect(error)) throw error
  }
}
