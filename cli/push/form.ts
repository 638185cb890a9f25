import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

/** The text fields of a form, in addition to its files. Undefined fields are left out. */
export type FormTexts = Record<string, string | undefined>

/** A file of a form, which is read from `path` unless its content is given. */
export interface FormFile {
  part: string
  fileName: string
  path: string
  mime: string
  bytes: number
  content?: Buffer
}

/** A multipart/form-data body (RFC 7578). Its files are read while the body is sent. */
export interface FormBody {
  headers: Record<string, string>
  /** Returns a new stream of the whole body. Each attempt to send the body needs a new stream. */
  open: () => ReadableStream<Uint8Array>
}

/**
 * Returns the body of a form: texts, then files. Calls `onProgress` with the number of bytes read since the
 * last call.
 */
export function formBody(
  texts: Record<string, string>,
  files: FormFile[],
  onProgress: (bytes: number) => void,
): FormBody {
  const boundary = `exhibit-${randomUUID()}`
  const partHead = (disposition: string, type?: string) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    )
  const lineEnd = Buffer.from('\r\n')
  const parts: (Buffer | FormFile)[] = [
    ...Object.entries(texts).flatMap(([name, text]) => [
      partHead(`name="${name}"`),
      Buffer.from(text),
      lineEnd,
    ]),
    ...files.flatMap(each => [
      partHead(`name="${each.part}"; filename="${escaped(each.fileName)}"`, each.mime),
      each.content ?? each,
      lineEnd,
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  let sent = 0
  async function* read(): AsyncGenerator<Buffer> {
    for (const part of parts) {
      if (Buffer.isBuffer(part)) {
        yield part
        continue
      }
      for await (const chunk of createReadStream(part.path) as AsyncIterable<Buffer>) {
        sent += chunk.length
        onProgress(chunk.length)
        yield chunk
      }
    }
  }
  const length = parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.bytes), 0)
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': `${length}` },
    open() {
      onProgress(-sent)
      sent = 0
      return Readable.toWeb(Readable.from(read(), { objectMode: false })) as ReadableStream<Uint8Array>
    },
  }
}

/** Returns a file name, escaped for a header of a form part. */
const escaped = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
