import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

const NEWLINE = 0x0a

/** Returns whether the content of a file is compressed, according to its name. */
const isGzip = (name: string) => name.endsWith('.gz')

/** Yields the lines of a file. Only a line feed ends a line, since JSON may contain other line separators. */
export async function* readLines(name: string, bytes: Readable): AsyncGenerator<string> {
  const content = isGzip(name) ? bytes.pipe(createGunzip()) : bytes
  bytes.once('error', error => content.destroy(error))
  let rest: Buffer[] = []
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8')
        rest = []
        from = end + 1
      }
      if (from < chunk.length) rest.push(chunk.subarray(from))
    }
  } finally {
    bytes.destroy()
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString('utf8')
}

/** Writes a file line by line and computes its SHA-256. */
export interface LineWriter {
  write: (lines: string[]) => Promise<void>
  /**
   * Syncs and closes the file. Returns the size and the SHA-256 (hex) of the file as stored, after
   * compression.
   */
  end: () => Promise<{ bytes: number; sha256: string }>
}

/**
 * Creates a file that only its owner can read. It is compressed if its name ends in `.gz`. Throws if the file
 * already exists.
 */
export function createLineWriter(path: string): LineWriter {
  const lines = isGzip(path) ? createGzip() : new PassThrough()
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const closed = pipeline(lines, counted, file)
  // The error of the stream is ignored here, because the next `write` or `end` throws it.
  closed.catch(() => {})
  return {
    async write(given) {
      if (!lines.write(given.map(line => `${line}\n`).join('')))
        await Promise.race([once(lines, 'drain'), closed])
    },
    async end() {
      lines.end()
      await closed
      return { bytes, sha256: hash.digest('hex') }
    },
  }
}

/** Returns the SHA-256 of a stream, in hex. */
export async function sha256OfStream(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
