/** A position in the chromaticity diagram of CIE 1931. */
export type Chromaticity = readonly [x: number, y: number]

/** The chromaticities of the three channels and of white. */
export interface Primaries {
  red: Chromaticity
  green: Chromaticity
  blue: Chromaticity
  white: Chromaticity
}

/**
 * The transfer function that converts pixel values to light: an exponent g, or the parameters g, a, b, c and
 * d of a curve. The curve is (a·x + b)^g for x ≥ d, and c·x below (ICC.1:2022, 10.18).
 */
export type Transfer = readonly [g: number] | readonly [g: number, a: number, b: number, c: number, d: number]

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

/** The white point of the profile connection space. */
const D50: Vector = [0.9642, 1, 0.8249]
/** The Bradford transform from XYZ to cone responses. */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

const multiply = (matrix: Matrix, [x, y, z]: Vector): Vector => {
  const row = ([a, b, c]: Vector) => a * x + b * y + c * z
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}
const transposed = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]

/** Computes the inverse of a matrix with the adjugate method. Returns null if the matrix has no inverse. */
function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (Math.abs(determinant) < 1e-9) return null
  const by = (value: number) => value / determinant
  return [
    [by(e * i - f * h), by(c * h - b * i), by(b * f - c * e)],
    [by(f * g - d * i), by(a * i - c * g), by(c * d - a * f)],
    [by(d * h - e * g), by(b * g - a * h), by(a * e - b * d)],
  ]
}

/**
 * Returns the XYZ color of each channel at full brightness, adapted to D50. Returns null if no display could
 * have such primaries.
 */
function colorants({ red, green, blue, white }: Primaries): Vector[] | null {
  const all = [red, green, blue, white]
  if (white[1] === 0 || all.some(([x, y]) => x < 0 || y < 0 || x + y > 1)) return null
  const xyz = ([x, y]: Chromaticity): Vector => [x, y, 1 - x - y]
  const columns = transposed([xyz(red), xyz(green), xyz(blue)])
  const [toScale, toXyz] = [inverse(columns), inverse(BRADFORD)]
  if (!toScale || !toXyz) return null
  const brightest = xyz(white).map(value => value / white[1]) as unknown as Vector
  const scale = multiply(toScale, brightest)
  const [from, to] = [multiply(BRADFORD, brightest), multiply(BRADFORD, D50)]
  return [red, green, blue].map((each, i) => {
    const [l, m, s] = multiply(BRADFORD, xyz(each).map(value => value * (scale[i] ?? 0)) as unknown as Vector)
    return multiply(toXyz, [(l * to[0]) / from[0], (m * to[1]) / from[1], (s * to[2]) / from[2]])
  })
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
/** Encodes a number as a fixed-point number with 16 fractional bits. */
const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(Math.min(value, 32_767) * 65_536))
  return bytes
}
const xyzTag = (value: Vector) => Buffer.concat([Buffer.from('XYZ \0\0\0\0'), ...value.map(fixed)])

function curveTag(transfer: Transfer): Buffer {
  const head = Buffer.from('para\0\0\0\0\0\0\0\0')
  head.writeUInt16BE(transfer.length === 1 ? 0 : 3, 8)
  return Buffer.concat([head, ...transfer.map(fixed)])
}

/** Returns an encoded display profile (ICC.1:2022, 7 and 8.3) that contains the given tags. */
function written(space: 'RGB ' | 'GRAY', tags: Record<string, Buffer>): Buffer {
  const all = Object.entries({
    desc: Buffer.from('mluc\0\0\0\0\0\0\0\0\0\0\0\x0c', 'latin1'),
    cprt: Buffer.from('mluc\0\0\0\0\0\0\0\0\0\0\0\x0c', 'latin1'),
    wtpt: xyzTag(D50),
    ...tags,
  })
  const header = Buffer.alloc(128)
  header.writeUInt32BE(0x04400000, 8)
  header.write(`mntr${space}XYZ `, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  Buffer.concat(D50.map(fixed)).copy(header, 68)
  const table: Buffer[] = [u32(all.length)]
  const data: Buffer[] = []
  let at = header.length + 4 + all.length * 12
  for (const [name, body] of all) {
    const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
    table.push(Buffer.from(name, 'latin1'), u32(at), u32(body.length))
    data.push(padded)
    at += padded.length
  }
  header.writeUInt32BE(at)
  return Buffer.concat([header, ...table, ...data])
}

/**
 * Returns an ICC profile for color or gray pictures with a transfer function. Returns null if no display
 * could have such primaries.
 */
export function profileOf(primaries: Primaries, transfer: Transfer, space: 'RGB ' | 'GRAY'): Buffer | null {
  const xyz = colorants(primaries)
  if (!xyz) return null
  const curve = curveTag(transfer)
  if (space === 'GRAY') return written(space, { kTRC: curve })
  const [rXYZ, gXYZ, bXYZ] = xyz.map(xyzTag)
  if (!rXYZ || !gXYZ || !bXYZ) return null
  return written(space, { rXYZ, gXYZ, bXYZ, rTRC: curve, gTRC: curve, bTRC: curve })
}

/**
 * Returns a gray profile with the transfer curve of a color profile; null if the color profile has no such
 * curve.
 */
export function grayOf(profile: Buffer): Buffer | null {
  if (profile.length < 132 || profile.toString('latin1', 16, 20) !== 'RGB ') return null
  for (let at = 132; at + 12 <= profile.length && at < 132 + profile.readUInt32BE(128) * 12; at += 12) {
    if (profile.toString('latin1', at, at + 4) !== 'gTRC') continue
    const start = profile.readUInt32BE(at + 4)
    return written('GRAY', { kTRC: profile.subarray(start, start + profile.readUInt32BE(at + 8)) })
  }
  return null
}
