import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'

const CHUNK_BYTES = 256 * 1024
const NEWLINE = 0x0a

/** Yields the lines of a file. Only \n ends a line: JSON may contain other line separators. */
export async function* readLines(path: string): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    let from = 0
    const bytes = chunk as Buffer
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...rest, bytes.subarray(from, end)]).toString('utf8')
      rest = []
      from = end + 1
    }
    if (from < bytes.length) rest.push(bytes.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString('utf8')
}

/** A file of lines that is being written, with its SHA-256. */
export interface LineWriter {
  write: (lines: string[]) => Promise<void>
  /** Syncs and closes the file. Returns its size and SHA-256, hex. */
  end: () => Promise<{ bytes: number; sha256: string }>
}

/** Creates a file, for the owner alone. Fails when it exists. */
export function createLineWriter(path: string): LineWriter {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const closed = finished(stream)
  // Thrown by the next write or by `end`.
  closed.catch(() => {})
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async write(lines) {
      const chunk = Buffer.from(lines.map(line => `${line}\n`).join(''))
      hash.update(chunk)
      bytes += chunk.length
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), closed])
    },
    async end() {
      stream.end()
      await closed
      return { bytes, sha256: hash.digest('hex') }
    },
  }
}

/** Returns the SHA-256 of a file, hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }))
    hash.update(chunk as Buffer)
  return hash.digest('hex')
}
