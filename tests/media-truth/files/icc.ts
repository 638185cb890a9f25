type Xyz = [x: number, y: number, z: number]

/** The columns of matrices that convert RGB to XYZ, adapted to the white point D50. */
export const PRIMARIES = {
  srgb: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  p3: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
  adobe: [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  /**
   * Shows red as green, green as blue, and blue as red, so that all colors are clearly wrong if the profile
   * is ignored.
   */
  turned: [
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
    [0.43607, 0.22249, 0.01392],
  ],
} satisfies Record<string, Xyz[]>

const text = (value: string) => Buffer.from(value, 'latin1')
const s15 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const xyz = (value: Xyz) => Buffer.concat([text('XYZ '), u32(0), ...value.map(s15)])

function curve(gamma: number): Buffer {
  const value = Buffer.alloc(4)
  value.writeUInt16BE(Math.round(gamma * 256))
  return Buffer.concat([text('curv'), u32(0), u32(1), value])
}

function description(value: string): Buffer {
  const body = Buffer.alloc(90 + value.length + 1)
  body.write('desc', 0, 'latin1')
  body.writeUInt32BE(value.length + 1, 8)
  body.write(value, 12, 'latin1')
  return body
}

/** Returns an ICC profile (version 2.1) of a display with these primaries, or of a gray display. */
export function profile({
  primaries = 'srgb' as keyof typeof PRIMARIES | 'gray',
  gamma = 2.2,
  intent = 0,
} = {}): Buffer {
  const gray = primaries === 'gray'
  const tags: [string, Buffer][] = [
    ['desc', description(`${primaries} ${gamma}`)],
    ['cprt', Buffer.concat([text('text'), u32(0), text('none\0')])],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ...(gray
      ? ([['kTRC', curve(gamma)]] as [string, Buffer][])
      : (['r', 'g', 'b'] as const).flatMap((channel, i): [string, Buffer][] => [
          [`${channel}XYZ`, xyz((PRIMARIES[primaries][i] ?? [0, 0, 0]) as Xyz)],
          [`${channel}TRC`, curve(gamma)],
        ])),
  ]
  const header = Buffer.alloc(128)
  header.writeUInt32BE(0x02100000, 8)
  header.write(`mntr${gray ? 'GRAY' : 'RGB '}XYZ `, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  header.writeUInt32BE(intent, 64)
  Buffer.concat([0.9642, 1, 0.8249].map(s15)).copy(header, 68)
  const table: Buffer[] = [u32(tags.length)]
  const data: Buffer[] = []
  let at = 128 + 4 + tags.length * 12
  for (const [name, body] of tags) {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
    table.push(text(name), u32(at), u32(body.length))
    data.push(padded)
    at += padded.length
  }
  header.writeUInt32BE(at)
  return Buffer.concat([header, ...table, ...data])
}
