import { crc32 } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50
const STORED = 0

/**
 * Returns the files of an uncompressed ZIP file by name, as its central directory lists them (APPNOTE.TXT,
 * 4.3.12 and 4.3.16). Throws if the ZIP file is damaged.
 */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== END) throw new Error('The ZIP file does not end as one.')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (zip.readUInt32LE(at) !== ENTRY || zip.readUInt16LE(at + 10) !== STORED)
      throw new Error(`There is no stored file at ${at}.`)
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const header = zip.readUInt32LE(at + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const data = zip.subarray(start, start + size)
    if (crc32(data) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is damaged.`)
    files.set(name, data)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
