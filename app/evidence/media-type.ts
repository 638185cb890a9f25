import {
  extensionOf,
  kindOf,
  mimeOfHead,
  mimeTypes,
  signatureBytes,
  type Mime,
} from '#shared/contract/media-types'

/** Further extensions of names of files, with the usual extension of their type. */
const otherExtensions: Record<string, string> = { jpeg: 'jpg', qt: 'mov' }

/** Returns the media type of files with an extension, in lower case; undefined if it is not supported. */
const mimeOfExtension = (extension: string): Mime | undefined =>
  mimeTypes.find(each => extensionOf[each] === (otherExtensions[extension] ?? extension))

/**
 * Returns the media type of a file, or null if it is not supported. It is taken from `type`, or from the
 * extension of the name if `type` is empty.
 */
export function mimeOf(file: { name: string; type: string }): Mime | null {
  const type = file.type.split(';')[0]
  return (
    mimeTypes.find(each => each === type) ??
    (type ? null : (mimeOfExtension(file.name.split('.').at(-1)?.toLowerCase() ?? '') ?? null))
  )
}

/** Returns the first bytes of a file as text with one character per byte; empty if it cannot be read. */
export async function headOf(file: Blob): Promise<string> {
  const head = await file
    .slice(0, signatureBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  return String.fromCharCode(...new Uint8Array(head))
}

/**
 * Returns the media type of a file from its first bytes: a QuickTime file may be named `.mp4`. Returns
 * `stated` if the bytes are of no supported type or of another kind: the server then rejects them.
 */
export async function mimeOfBytes(file: Blob, stated: Mime): Promise<Mime> {
  const found = mimeOfHead(await headOf(file))
  return found && kindOf(found) === kindOf(stated) ? found : stated
}

/**
 * Returns the files of a paste event. Some systems put one image into the clipboard as several files with the
 * same name, such as "image.png" and "image.tiff". If one of these files is supported, the unsupported ones
 * are left out.
 */
export function pastedFiles({ clipboardData }: Pick<ClipboardEvent, 'clipboardData'>): File[] {
  const files = [...(clipboardData?.files ?? [])]
  const stem = ({ name }: File) => name.replace(/\.\w+$/, '')
  const supported = files.filter(each => mimeOf(each) !== null)
  return files.filter(
    each => supported.includes(each) || !supported.some(other => stem(other) === stem(each)),
  )
}
