/** An entry of a TIFF directory: tag, type (3: SHORT, 4: LONG, 5: RATIONAL) and values. */
type Entry = [tag: number, type: number, value: number, denominator?: number]

const ORIENTATION = 0x0112
const TYPE_BYTES: Record<number, number> = { 3: 2, 4: 4, 5: 8 }

/**
 * Returns EXIF data in the TIFF format. `entries` are in the main directory, `subEntries` in the EXIF
 * directory.
 */
export function tiff(entries: Entry[], { big = false, subEntries = [] as Entry[] } = {}): Buffer {
  const all: Entry[] = subEntries.length > 0 ? [...entries, [0x8769, 4, 0]] : entries
  const directoryBytes = (count: number) => 2 + count * 12 + 4
  const subAt = 8 + directoryBytes(all.length)
  const rationalsAt = subAt + (subEntries.length > 0 ? directoryBytes(subEntries.length) : 0)
  const rationals: Buffer[] = []
  const u16 = (value: number) => {
    const bytes = Buffer.alloc(2)
    if (big) bytes.writeUInt16BE(value)
    else bytes.writeUInt16LE(value)
    return bytes
  }
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (big) bytes.writeUInt32BE(value)
    else bytes.writeUInt32LE(value)
    return bytes
  }
  const valueOf = ([tag, type, value, denominator = 1]: Entry) => {
    if (tag === 0x8769) return u32(subAt)
    if (TYPE_BYTES[type] === 2) return Buffer.concat([u16(value), u16(0)])
    if (TYPE_BYTES[type] === 4) return u32(value)
    rationals.push(u32(value), u32(denominator))
    return u32(rationalsAt + (rationals.length - 2) * 4)
  }
  const directory = (each: Entry[]) =>
    Buffer.concat([
      u16(each.length),
      ...each.map(entry => Buffer.concat([u16(entry[0]), u16(entry[1]), u32(1), valueOf(entry)])),
      u32(0),
    ])
  const directories = [directory(all), ...(subEntries.length > 0 ? [directory(subEntries)] : [])]
  return Buffer.concat([Buffer.from(big ? 'MM' : 'II'), u16(42), u32(8), ...directories, ...rationals])
}

/** Returns EXIF data that states an orientation. */
export const orientation = (value: number, options: { big?: boolean; type?: number } = {}): Buffer =>
  tiff([[ORIENTATION, options.type ?? 3, value]], options)

/** Returns EXIF data that states a resolution in pixels per inch, by which browsers scale the picture. */
export const resolution = (perInch: number, width: number, height: number): Buffer =>
  tiff(
    [
      [0x011a, 5, perInch],
      [0x011b, 5, perInch],
      [0x0128, 3, 2],
    ],
    {
      subEntries: [
        [0xa002, 4, width],
        [0xa003, 4, height],
      ],
    },
  )
