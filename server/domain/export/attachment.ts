import type { Readable } from 'node:stream'

/**
 * A file that is generated while it is sent. Its size is therefore unknown, and ranges of it cannot be
 * requested.
 */
export interface Attachment {
  fileName: string
  contentType: string
  /**
   * Returns the bytes. Called only for GET requests. If this function throws before the first bytes, the
   * response is an error.
   */
  open: () => Promise<Readable>
}
