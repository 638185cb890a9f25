/** Returns a box of an MP4 file. */
export function box(type: string, ...data: Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + data.reduce((sum, each) => sum + each.length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...data])
}

/** Splits bytes into the boxes of an MP4 file. */
export function boxesIn(bytes: Buffer): { type: string; bytes: Buffer }[] {
  const found: { type: string; bytes: Buffer }[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at)
    const length = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), bytes: bytes.subarray(at, at + length) })
    at += length
  }
  return found
}

/** An edit: its duration in the timescale of the movie, and its media time in the timescale of the track. */
export type EditEntry = [duration: number, mediaTime: number]

/**
 * Returns an MP4 file in which the edit list of one track is replaced. The index must be at the end of the
 * file.
 */
export function withEdits(file: Buffer, edits: EditEntry[], track = 0): Buffer {
  const entries = edits.map(([duration, mediaTime]) => {
    const entry = Buffer.alloc(12)
    entry.writeUInt32BE(duration)
    entry.writeInt32BE(mediaTime, 4)
    entry.writeUInt16BE(1, 8)
    return entry
  })
  const head = Buffer.alloc(8)
  head.writeUInt32BE(edits.length, 4)
  const list = box('edts', box('elst', head, ...entries))
  return changingTrack(file, track, children => {
    const others = children.filter(({ type }) => type !== 'edts').map(({ bytes }) => bytes)
    return [...others.slice(0, 1), ...(edits.length > 0 ? [list] : []), ...others.slice(1)]
  })
}

/**
 * Returns an MP4 file in which `change` has replaced the boxes of one track. The index must be at the end of
 * the file.
 */
export function changingTrack(
  file: Buffer,
  track: number,
  change: (children: { type: string; bytes: Buffer }[]) => Buffer[],
): Buffer {
  let index = -1
  const parts = boxesIn(file).map(top => {
    if (top.type !== 'moov') return top.bytes
    const children = boxesIn(top.bytes.subarray(8)).map(({ type, bytes }) => {
      if (type !== 'trak' || ++index !== track) return bytes
      return box('trak', ...change(boxesIn(bytes.subarray(8))))
    })
    return box('moov', ...children)
  })
  return Buffer.concat(parts)
}
