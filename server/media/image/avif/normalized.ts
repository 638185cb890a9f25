import { MediaError } from '../../error'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { HDR, PRIMARIES, SRGB, SRGB_CURVE, TRANSFERS } from '../source/cicp'
import { profileOf } from '../source/icc'
import { box, Fields, fullBox, u16, u32 } from './boxes'
import { undecodableAvif, unsupportedAvif } from './errors'
import { readItems, type Item, type Items, type Property } from './items'
import { readCodedImage, type CodedImage } from './sequence-header'

/** The names of the alpha plane in `auxC` (AVIF 1.1, 4.1, and the name of older files). */
const ALPHA = new Set(['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'])
/**
 * The types of item properties that this module understands. A file with another essential property must not
 * be shown.
 */
const KNOWN = new Set(
  ['av1C', 'ispe', 'pixi', 'colr', 'irot', 'imir', 'clap', 'pasp', 'auxC', 'clli', 'mdcv'].concat(
    // These properties select a layer of an image. Images with several layers are refused.
    ['a1op', 'a1lx', 'lsel'],
  ),
)
/** The color matrices of ITU-T H.273 that the decoder and Chromium interpret alike, and 2: unspecified. */
const MATRICES = new Set([0, 1, 2, 5, 6, 9])
const UNSPECIFIED = 2
/** The matrix that Chromium uses if a file states none: ITU-R BT.601. */
const DEFAULT_MATRIX = 6

/** The transfer functions that Chromium interprets as sRGB in an AVIF, and 2: unspecified. */
const AS_SRGB = new Set([1, 2, 6, 13, 14, 15])
/** The transfer functions that Chromium supports but does not interpret as sRGB. */
const OTHER_TRANSFERS = new Set([4, 5, 7, 8, 17])

/**
 * A picture with one or three color planes. It consists of coded images (tiles) in rows and columns, which
 * together cover its width and height.
 */
interface Picture {
  width: number
  height: number
  rows: number
  columns: number
  tiles: { item: Item; data: Buffer; coded: CodedImage }[]
  properties: Property[]
}

/**
 * Returns an AVIF with only those items and properties of another AVIF that Chromium shows, so that the
 * decoder shows the same picture: the primary image and its alpha plane, with colors, clipping, rotation and
 * mirroring. The EXIF orientation is left out. No pixel is decoded.
 *
 * Throws a MediaError for an animation, for a picture of another codec, for a picture that cannot be shown as
 * Chromium does, for a picture whose stated size differs from its coded images, and for a picture with more
 * than `maxPixels`.
 */
export async function normalizedAvif(source: ByteSource, maxPixels: number): Promise<Buffer> {
  const items = await readItems(source)
  assertAv1(items)
  const color = await readPicture(items, items.primary, maxPixels)
  const alphaItem = alphaOf(items)
  const alpha = alphaItem && (await readPicture(items, alphaItem, maxPixels))
  if (alpha && (alpha.width !== color.width || alpha.height !== color.height))
    throw unsupportedAvif('has a transparency of another size')
  if (items.primary.references.has('prem')) throw unsupportedAvif('has colors multiplied by their opacity')
  // AVIF 1.1, 4.1, requires the full range, and decoders do not convert another range.
  if (alpha?.tiles.some(({ coded }) => !coded.isFullRange))
    throw unsupportedAvif('has a transparency of limited range')
  return written(color, colorsOf(color), alpha)
}

/** Throws for an image of another codec, such as HEIC. */
function assertAv1({ primary, all }: Items): void {
  const tiles = primary.type === 'grid' ? tilesOf(primary) : []
  const types = [primary.type, ...tiles.map(id => all.get(id)?.type ?? '')].filter(each => each !== 'grid')
  if (types.every(each => each === 'av01')) return
  if (types.some(each => each === 'hvc1' || each === 'lhv1'))
    throw new MediaError(
      'wrong_type',
      'The image is a HEIC image, which is not accepted.',
      'Export it as PNG or JPEG.',
    )
  throw unsupportedAvif('is not coded as AV1')
}

const tilesOf = (item: Item): number[] => item.references.get('dimg') ?? []

/** Returns the item with the alpha plane of the primary image; null if it is opaque. */
function alphaOf({ primary, all }: Items): Item | null {
  for (const item of all.values()) {
    if (!item.references.get('auxl')?.includes(primary.id)) continue
    const aux = item.properties.find(({ type }) => type === 'auxC')
    if (aux && ALPHA.has(new Fields(aux.data.subarray(4)).text())) return item
  }
  return null
}

async function readPicture({ all, fileBytes }: Items, item: Item, maxPixels: number): Promise<Picture> {
  const unknown = item.properties.find(each => each.isEssential && !KNOWN.has(each.type))
  if (unknown) throw unsupportedAvif(`requires the unknown property "${unknown.type}"`)
  const size = sizeOf(item)
  const grid = item.type === 'grid' ? await readGrid(item, size) : { rows: 1, columns: 1 }
  const ids = item.type === 'grid' ? tilesOf(item) : [item.id]
  if (ids.length !== grid.rows * grid.columns) throw undecodableAvif()
  const parts = ids.map(id => {
    const part = all.get(id)
    if (part?.type !== 'av01') throw undecodableAvif()
    return { part, ...sizeOf(part) }
  })
  const [first] = parts
  if (!first || parts.some(each => each.width !== first.width || each.height !== first.height))
    throw undecodableAvif()
  assertFewPixels(first.width * first.height * parts.length, size, maxPixels)
  const isCovered =
    isCover(size.width, grid.columns, first.width) && isCover(size.height, grid.rows, first.height)
  if (!isCovered) throw undecodableAvif()
  // The tiles cannot be larger than the file, unless several tiles refer to the same bytes. Such a file could
  // need far more memory than its size.
  if (parts.reduce((sum, { part }) => sum + part.bytes, 0) > fileBytes) throw undecodableAvif()
  const tiles: Picture['tiles'] = []
  for (const { part, width, height } of parts) {
    const data = await part.read()
    const coded = readCodedImage(data)
    // The decoder reserves memory for the size in the coded image.
    if (coded.width !== width || coded.height !== height) throw undecodableAvif()
    tiles.push({ item: part, data, coded })
  }
  return { ...size, ...grid, tiles, properties: item.properties }
}

/**
 * Returns whether tiles in a row or column cover a length, and all tiles are needed (MIAF, ISO/IEC 23000-22,
 * 7.3.11.4.2).
 */
const isCover = (length: number, count: number, each: number) =>
  count * each >= length && (count - 1) * each < length

function assertFewPixels(pixels: number, size: { width: number; height: number }, most: number): void {
  if (pixels <= most && size.width * size.height <= most) return
  throw new MediaError(
    'too_many_pixels',
    `The image has ${size.width} × ${size.height} pixels; at most ${most / 1e6} million can be shown.`,
    'Crop it or reduce its size.',
  )
}

/** Reads the size that an item states (`ispe`). */
function sizeOf(item: Item): { width: number; height: number } {
  const ispe = item.properties.find(({ type }) => type === 'ispe')
  if (!ispe) throw undecodableAvif()
  const fields = new Fields(ispe.data.subarray(4))
  const size = { width: fields.uint(4), height: fields.uint(4) }
  if (size.width === 0 || size.height === 0) throw undecodableAvif()
  return size
}

/** Reads how the tiles of a grid are arranged (ISO/IEC 23008-12, 6.6.2.3). */
async function readGrid(
  item: Item,
  size: { width: number; height: number },
): Promise<{ rows: number; columns: number }> {
  const fields = new Fields(await item.read())
  fields.uint(1)
  const lengthBytes = fields.uint(1) & 1 ? 4 : 2
  const [rows, columns] = [fields.uint(1) + 1, fields.uint(1) + 1]
  const [width, height] = [fields.uint(lengthBytes), fields.uint(lengthBytes)]
  if (width !== size.width || height !== size.height) throw undecodableAvif()
  return { rows, columns }
}

/** Returns the color properties with which the decoder shows a picture as Chromium does. */
function colorsOf({ properties, tiles: [tile] }: Picture): Buffer[] {
  if (!tile) throw undecodableAvif()
  const { coded } = tile
  const descriptions = [...properties, ...tile.item.properties].filter(({ type }) => type === 'colr')
  const ofKind = (...kinds: string[]) =>
    descriptions.find(({ data }) => kinds.includes(data.toString('latin1', 0, 4)))?.data.subarray(4)
  const nclx = ofKind('nclx')
  const stated = nclx && new Fields(nclx)
  const [primaries, transfer, matrix] = stated
    ? [stated.uint(2), stated.uint(2), stated.uint(2)]
    : [coded.primaries, coded.transfer, coded.matrix]
  const isFullRange = stated ? stated.uint(1) >= 128 : coded.isFullRange
  if (!MATRICES.has(matrix)) throw unsupportedAvif(`has the color matrix ${matrix}`)
  const own = ofKind('prof', 'rICC')
  // Chromium does not show an AVIF whose color profile is not an ICC profile, or is a profile for other
  // colors than RGB.
  if (own && (own.toString('latin1', 36, 40) !== 'acsp' || own.toString('latin1', 16, 20) !== 'RGB '))
    throw unsupportedAvif(
      'has a color profile that is not for RGB',
      'Export it with a profile for RGB, or none.',
    )
  const icc = own ?? profileFor(primaries, transfer, coded.isMonochrome)
  const used = matrix === UNSPECIFIED ? DEFAULT_MATRIX : matrix
  const range = Buffer.from([isFullRange ? 0x80 : 0])
  return [
    box('colr', Buffer.from('nclx'), u16(1), u16(13), u16(used), range),
    ...(icc ? [box('colr', Buffer.from('prof'), icc)] : []),
  ]
}

/**
 * Returns an ICC profile for the colors that a file states by numbers of ITU-T H.273; null for sRGB. Throws a
 * MediaError for colors that cannot be shown.
 */
function profileFor(primaries: number, transfer: number, isMonochrome: boolean): Buffer | null {
  const hdr = HDR[transfer]
  if (hdr)
    throw new MediaError(
      'unshown_colors',
      `The image has a high dynamic range (${hdr}), which cannot be shown.`,
      'Export it in sRGB.',
    )
  const color = primaries === UNSPECIFIED ? SRGB : PRIMARIES[primaries]
  const curve = AS_SRGB.has(transfer) ? SRGB_CURVE : OTHER_TRANSFERS.has(transfer) && TRANSFERS[transfer]
  if (!color || !curve)
    throw unsupportedAvif(
      `has colors (${primaries}/${transfer}) that browsers do not know`,
      'Export it in sRGB.',
    )
  if (color === SRGB && curve === SRGB_CURVE) return null
  return profileOf(color, curve, isMonochrome ? 'GRAY' : 'RGB ')
}

/** Returns an encoded AVIF (AVIF 1.1, ISO/IEC 23008-12) of a picture, its colors and its alpha plane. */
function written(color: Picture, colors: Buffer[], alpha: Picture | null): Buffer {
  const file = new Writer()
  const transforms = ['clap', 'irot', 'imir'].flatMap(type => {
    const found = color.properties.find(each => each.type === type)
    return found && isApplied(found, color) ? [box(type, found.data)] : []
  })
  const primary = file.add(color, [...colors, ...transforms])
  if (alpha) {
    const aux = fullBox('auxC', 0, 0, Buffer.from(`${[...ALPHA][0] ?? ''}\0`))
    const plane = file.add(alpha, [aux, ...transforms])
    file.refer('auxl', plane, [primary])
  }
  return file.file(primary)
}

/**
 * Returns whether Chromium applies a property that transforms the picture. Chromium applies a clean aperture
 * (ISO/IEC 14496-12, 12.1.4) only if it clips the picture at the right and at the bottom, and ignores other
 * ones.
 */
function isApplied({ type, data }: Property, { width, height }: Picture): boolean {
  if (type !== 'clap') return true
  if (data.length !== 32) return false
  return (
    isAtStart(data.subarray(0, 8), data.subarray(16, 24), width) &&
    isAtStart(data.subarray(8, 16), data.subarray(24, 32), height)
  )
}

/**
 * Returns whether the visible part of a side has a whole number of pixels and begins at the first pixel.
 * `center` is the offset of the part's center from the center of the side.
 */
function isAtStart(length: Buffer, center: Buffer, side: number): boolean {
  const [pixels, offset] = [length, center].map(each => each.readInt32BE(0) / each.readInt32BE(4))
  if (pixels === undefined || offset === undefined || !Number.isInteger(pixels)) return false
  return pixels > 0 && pixels <= side && offset === (pixels - side) / 2
}

/** Writes the items of an AVIF file and their properties. */
class Writer {
  private readonly infos: Buffer[] = []
  private readonly data: Buffer[] = []
  private readonly properties: Buffer[] = []
  private readonly associations: Buffer[] = []
  private readonly references: Buffer[] = []

  /** Adds a picture with further properties, and returns the id of its item. */
  add(picture: Picture, more: Buffer[]): number {
    const { tiles, rows, columns, width, height } = picture
    const isGrid = rows * columns > 1
    const size = (each: { width: number; height: number }) =>
      fullBox('ispe', 0, 0, u32(each.width), u32(each.height))
    const ids = tiles.map(({ item, data, coded }) => {
      const config = item.properties.find(({ type }) => type === 'av1C')
      if (!config) throw undecodableAvif()
      const properties = [box('av1C', config.data), size(coded), ...(isGrid ? more.slice(0, 1) : more)]
      return this.item('av01', data, properties, isGrid)
    })
    if (!isGrid) return ids[0] ?? 0
    const grid = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width), u32(height)])
    const id = this.item('grid', grid, [size(picture), ...more], false)
    this.refer('dimg', id, ids)
    return id
  }

  refer(type: string, from: number, to: number[]): void {
    this.references.push(box(type, u16(from), u16(to.length), ...to.map(u16)))
  }

  /** Returns the whole AVIF file. `primary` is the id of its primary item. */
  file(primary: number): Buffer {
    const type = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf'))
    const metaOf = (start: number) => {
      let at = start
      const locations = this.data.map((each, index) => {
        const entry = Buffer.concat([u16(index + 1), u16(0), u16(1), u32(at), u32(each.length)])
        at += each.length
        return entry
      })
      return fullBox(
        'meta',
        0,
        0,
        fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
        fullBox('pitm', 0, 0, u16(primary)),
        fullBox('iloc', 0, 0, u16(0x4400), u16(locations.length), ...locations),
        fullBox('iinf', 0, 0, u16(this.infos.length), ...this.infos),
        box('iprp', box('ipco', ...this.properties), this.association()),
        ...(this.references.length > 0 ? [fullBox('iref', 0, 0, ...this.references)] : []),
      )
    }
    const start = type.length + metaOf(0).length + 8
    return Buffer.concat([type, metaOf(start), box('mdat', ...this.data)])
  }

  private association = (): Buffer =>
    fullBox('ipma', 0, 1, u32(this.associations.length), ...this.associations)

  /** Adds an item and returns its id. An item that is only a part of another item must be hidden. */
  private item(type: string, data: Buffer, properties: Buffer[], isHidden: boolean): number {
    const id = this.data.push(data)
    this.infos.push(fullBox('infe', 2, isHidden ? 1 : 0, u16(id), u16(0), Buffer.from(`${type}\0`)))
    const indexes = properties.map(each => u16(this.indexOf(each) | 0x8000))
    this.associations.push(Buffer.concat([u16(id), Buffer.from([indexes.length]), ...indexes]))
    return id
  }

  /**
   * Returns the index of a property. Adds the property unless an equal property exists, because the decoder
   * reads at most 100 properties.
   */
  private indexOf(property: Buffer): number {
    const index = this.properties.findIndex(each => each.equals(property))
    return index < 0 ? this.properties.push(property) : index + 1
  }
}
