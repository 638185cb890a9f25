import { MediaError } from '../../error'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { boxesIn, Fields, type MemoryBox } from './boxes'
import { undecodableAvif, unsupportedAvif } from './errors'

/**
 * The largest sizes of the boxes that describe the items of a file. Real files have some hundred bytes and at
 * most some hundred items, unless they contain a color profile or many tiles.
 */
const MAX_META_BYTES = 4 * 1024 * 1024
const MAX_ITEMS = 4096
const MAX_EXTENTS = 16_384

/** A property of an item (ISO/IEC 23008-12, 6.5). */
export interface Property extends MemoryBox {
  isEssential: boolean
}

/** An item of a file (ISO/IEC 14496-12, 8.11), such as a coded image or its alpha plane. */
export interface Item {
  id: number
  type: string
  properties: Property[]
  /** The items to which the item refers, by the type of the reference. */
  references: Map<string, number[]>
  /** Reads the bytes of the item. */
  read: () => Promise<Buffer>
  bytes: number
}

/** The items of a file by their ids, and the primary item, which is shown. */
export interface Items {
  primary: Item
  all: Map<number, Item>
  /** The size of the file in bytes. */
  fileBytes: number
}

/**
 * Reads the items of an AVIF file (AVIF 1.1 and ISO/IEC 23008-12) without their data. Throws a MediaError if
 * the file states items or bytes that it does not contain, or contains no items.
 */
export async function readItems(source: ByteSource): Promise<Items> {
  const meta = await readMeta(source)
  const boxes = boxesIn(meta.subarray(4))
  const dataOf = (type: string) => boxes.find(each => each.type === type)?.data
  const [pitm, iinf, iloc, iprp] = ['pitm', 'iinf', 'iloc', 'iprp'].map(dataOf)
  if (!pitm || !iinf || !iloc || !iprp) throw undecodableAvif()
  const primaryId = new Fields(pitm.subarray(4)).uint(pitm[0] === 0 ? 2 : 4)
  const types = readTypes(iinf)
  const extents = readLocations(iloc)
  const properties = readProperties(boxesIn(iprp))
  const references = readReferences(dataOf('iref'))
  const idat = dataOf('idat') ?? Buffer.alloc(0)
  const all = new Map<number, Item>()
  for (const [id, type] of types) {
    const found = extents.get(id)
    const bytes = found?.extents.reduce((sum, { length }) => sum + length, 0) ?? 0
    if (bytes > source.size) throw undecodableAvif()
    all.set(id, {
      id,
      type,
      properties: properties.get(id) ?? [],
      references: references.get(id) ?? new Map(),
      bytes,
      read: async () => {
        if (!found || found.method > 1) throw unsupportedAvif('stores an item in another item')
        const parts: Buffer[] = []
        for (const { at, length } of found.extents) {
          const part = found.method ? idat.subarray(at, at + length) : await source.read(at, at + length)
          if (part.length < length) throw undecodableAvif()
          parts.push(part)
        }
        return Buffer.concat(parts)
      },
    })
  }
  const primary = all.get(primaryId)
  if (!primary) throw undecodableAvif()
  return { primary, all, fileBytes: source.size }
}

/** Returns the data of the box with the items. Throws for a file with a movie, which is an animation. */
async function readMeta(source: ByteSource): Promise<Buffer> {
  let meta: Buffer | null = null
  for (let at = 0; at + 8 <= source.size;) {
    const head = await source.read(at, Math.min(at + 16, source.size))
    const [short, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    const isLong = short === 1 && head.length === 16
    const size = short === 0 ? source.size - at : isLong ? Number(head.readBigUInt64BE(8)) : short
    if (size < (isLong ? 16 : 8) || at + size > source.size) throw undecodableAvif()
    if (type === 'meta' && !meta) {
      if (size > MAX_META_BYTES) throw unsupportedAvif(`has more than ${MAX_META_BYTES} bytes of metadata`)
      meta = await source.read(at + (isLong ? 16 : 8), at + size)
    }
    if (type === 'moov')
      throw new MediaError(
        'wrong_type',
        'The image is an animated AVIF, which is not accepted.',
        'Export it as an animated WebP or GIF, or as MP4 (H.264).',
      )
    at += size
  }
  if (!meta || meta.length < 4) throw undecodableAvif()
  return meta
}

/** Reads the types of the items (`iinf`) by their ids. */
function readTypes(iinf: Buffer): Map<number, string> {
  const types = new Map<number, string>()
  const isShort = iinf[0] === 0
  for (const { type, data } of boxesIn(iinf.subarray(isShort ? 6 : 8))) {
    const version = data[0] ?? 0
    if (type !== 'infe' || version < 2) continue
    const fields = new Fields(data.subarray(4))
    const id = fields.uint(version === 2 ? 2 : 4)
    fields.uint(2)
    types.set(id, fields.take(4).toString('latin1'))
    if (types.size > MAX_ITEMS) throw unsupportedAvif(`has more than ${MAX_ITEMS} items`)
  }
  return types
}

/** The location of the bytes of an item: in the file (method 0), or in the box `idat` (method 1). */
interface Location {
  method: number
  extents: { at: number; length: number }[]
}

/** Reads the locations of the bytes of the items (`iloc`), by the ids of the items. */
function readLocations(iloc: Buffer): Map<number, Location> {
  const version = iloc[0] ?? 0
  const fields = new Fields(iloc.subarray(4))
  const sizes = fields.uint(2)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version > 0 ? sizes & 15 : 0
  const idBytes = version < 2 ? 2 : 4
  const found = new Map<number, Location>()
  let count = 0
  for (let left = fields.uint(idBytes); left > 0; left--) {
    const id = fields.uint(idBytes)
    const method = version > 0 ? fields.uint(2) & 15 : 0
    // Data of other files (ISO/IEC 14496-12, 8.11.3.1) is not read.
    const isElsewhere = fields.uint(2) !== 0
    const base = fields.uint(baseBytes)
    const extents: Location['extents'] = []
    for (let extentsLeft = fields.uint(2); extentsLeft > 0; extentsLeft--) {
      fields.uint(indexBytes)
      extents.push({ at: base + fields.uint(offsetBytes), length: fields.uint(lengthBytes) })
      count += 1
      if (count > MAX_EXTENTS) throw unsupportedAvif(`has more than ${MAX_EXTENTS} pieces of data`)
    }
    found.set(id, { method: isElsewhere ? 2 : method, extents })
  }
  return found
}

/** Reads the properties of the items (`ipco` and `ipma`), by the ids of the items. */
function readProperties(boxes: MemoryBox[]): Map<number, Property[]> {
  const known = boxes.filter(({ type }) => type === 'ipco').flatMap(({ data }) => boxesIn(data))
  const found = new Map<number, Property[]>()
  for (const { data } of boxes.filter(({ type }) => type === 'ipma')) {
    const fields = new Fields(data.subarray(4))
    const [idBytes, isWide] = [data[0] === 0 ? 2 : 4, ((data[3] ?? 0) & 1) === 1]
    for (let left = fields.uint(4); left > 0; left--) {
      const id = fields.uint(idBytes)
      const properties = found.get(id) ?? []
      for (let each = fields.uint(1); each > 0; each--) {
        const value = fields.uint(isWide ? 2 : 1)
        const mask = isWide ? 0x8000 : 0x80
        const property = known[(value & ~mask) - 1]
        if (property) properties.push({ ...property, isEssential: (value & mask) !== 0 })
      }
      found.set(id, properties)
    }
  }
  return found
}

/** Reads the references between items (`iref`), by the ids of the items that contain the references. */
function readReferences(iref: Buffer | undefined): Map<number, Map<string, number[]>> {
  const found = new Map<number, Map<string, number[]>>()
  if (!iref) return found
  const idBytes = iref[0] === 0 ? 2 : 4
  for (const { type, data } of boxesIn(iref.subarray(4))) {
    const fields = new Fields(data)
    const from = fields.uint(idBytes)
    const to = Array.from({ length: fields.uint(2) }, () => fields.uint(idBytes))
    const ofItem = found.get(from) ?? new Map<string, number[]>()
    const ofType = ofItem.get(type) ?? []
    ofType.push(...to)
    found.set(from, ofItem.set(type, ofType))
  }
  return found
}
