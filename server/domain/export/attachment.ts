import type { Readable } from 'node:stream'

/** A file that is generated while it is sent: its size is unknown, and it has no ranges. */
export interface Attachment {
  fileName: string
  contentType: string
  /** Called for GET only. An error before the first bytes becomes the error of the response. */
  open: () => Promise<Readable>
}
