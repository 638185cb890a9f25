import type { Readable } from 'node:stream'

/** A file that is made while it is sent: its size is not known, and it has no ranges. */
export interface Attachment {
  fileName: string
  contentType: string
  /** Called for GET only. What throws before the first bytes is the error of the response. */
  open: () => Promise<Readable>
}
