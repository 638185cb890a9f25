/** A file of a form. It is stored in a temporary folder until the response is sent. */
export interface ReceivedFile {
  /** The name of its part. */
  part: string
  /** The name of the file, without a folder. */
  name: string
  path: string
  bytes: number
  /** In hexadecimal digits. */
  sha256: string
}

/** A multipart/form-data body (RFC 7578), read to its end. */
export interface ReceivedForm {
  /** The text parts by name, as the schema of the body takes them. */
  fields: Record<string, unknown>
  /** In the order of their parts. */
  files: ReceivedFile[]
}
