import type { ServerResponse } from 'node:http'
import { readFully, type ByteRange, type ByteReader } from '~~/server/bytes/byte-source'

/** The size of a read, in bytes. A client that stops receiving occupies two buffers of this size. */
const BUFFER_BYTES = 256 * 1024
/** The maximum number of unused buffers that stay allocated for later responses. */
const KEPT_BUFFERS = 64

const free: Buffer[] = []
const takeBuffer = () => free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)

/**
 * Sends a range of a file as the whole body of a response. The range must not be empty. Uses two buffers: one
 * is filled while the other is sent. They are reused, so that nothing is allocated for a chunk. `begin`
 * writes the head of the response. It is called after the first bytes were read, so that an earlier error can
 * still become an error response. Ends early if the client disconnects. Closes the reader.
 */
export async function sendFromFile(
  reader: ByteReader,
  response: ServerResponse,
  { start, end }: ByteRange,
  begin: () => Promise<void>,
): Promise<void> {
  let filling = takeBuffer()
  let sending = takeBuffer()
  /**
   * Whether the socket has written all chunks. Until then the buffers must not be reused, because the socket
   * may still read them.
   */
  let buffersAreFree = true
  try {
    let chunk = await fill(reader, filling, start, end)
    await begin()
    for (let position = start + chunk.length; position < end; position += chunk.length) {
      ;[filling, sending] = [sending, filling]
      const written = send(response, chunk)
      buffersAreFree = false
      ;[chunk, buffersAreFree] = await Promise.all([fill(reader, filling, position, end), written])
      if (!buffersAreFree) return
    }
    buffersAreFree = false
    buffersAreFree = await send(response, chunk, 'last')
  } finally {
    reader.close()
    if (buffersAreFree) free.push(...[filling, sending].slice(0, KEPT_BUFFERS - free.length))
  }
}

/**
 * Fills the buffer from the file, but reads no further than the end of the range. Throws if the file is
 * shorter than the range.
 */
async function fill(reader: ByteReader, buffer: Buffer, position: number, end: number): Promise<Buffer> {
  const chunk = buffer.subarray(0, end - position)
  const bytes = await readFully(reader.read, chunk, position)
  if (bytes < chunk.length) throw new Error(`the file ends ${end - position - bytes} bytes too early`)
  return chunk
}

/**
 * Sends a chunk. Resolves with true when the socket has written the chunk, or with false if the client
 * disconnected.
 */
function send(response: ServerResponse, chunk: Buffer, last?: 'last'): Promise<boolean> {
  return new Promise(resolve => {
    const onDisconnect = () => resolve(false)
    if (response.destroyed) return onDisconnect()
    response.once('close', onDisconnect)
    const onWritten = (error?: Error | null) => {
      response.off('close', onDisconnect)
      resolve(!error)
    }
    if (last) response.end(chunk, () => onWritten())
    else response.write(chunk, onWritten)
  })
}
