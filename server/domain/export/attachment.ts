import type { Readable } from 'node:stream'

/**
 * A file that is generated while it is sent. Its size is therefore unknown, and ranges of it cannot be
 * requested.
 */
export interface Attachment {
  fileName: string
  contentType: string
  /** Called only for GET requests. If it throws before the first bytes, the response is that error. */
  open: () => Promise<Readable>
}
