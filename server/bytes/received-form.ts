/** A file from a form. It is stored in a temporary folder, which exists until the response is sent. */
export interface ReceivedFile {
  /** The name of the form part that contains the file. */
  part: string
  /** The file name, without a folder. */
  name: string
  path: string
  bytes: number
  /** The SHA-256 of the bytes, hex. */
  sha256: string
}

/** A multipart/form-data body (RFC 7578) that was received completely. */
export interface ReceivedForm {
  /** The text parts by name, as input for the schema of the body. */
  fields: Record<string, unknown>
  /** The files in the order of their parts. */
  files: ReceivedFile[]
}
