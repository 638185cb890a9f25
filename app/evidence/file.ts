import { limits } from '#shared/contract/kit/limits'
import { mimeTypes, type ArtifactKind, type Mime } from '#shared/contract/media-types'

const MIB = 1024 * 1024
const byEnding: Record<string, Mime> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

export const kindOf = (mime: Mime): ArtifactKind => (mime.startsWith('video/') ? 'video' : 'image')

/** The media type of a file, by what the browser says or else by its name; null for what is no evidence. */
export function mimeOf(file: { name: string; type: string }): Mime | null {
  const said = file.type.split(';')[0]
  return (
    mimeTypes.find(each => each === said) ??
    (said ? null : (byEnding[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? null))
  )
}

/** Why a file cannot be evidence, or no revision of evidence of a kind; null when it can. */
export function refusalOf(
  file: { name: string; type: string; size: number },
  of?: { kind: ArtifactKind; title: string },
): string | null {
  const mime = mimeOf(file)
  if (!mime) return 'Unsupported file type. Use PNG, JPEG, WebP, GIF, MP4 or WebM.'
  const kind = kindOf(mime)
  if (of && kind !== of.kind)
    return `A new revision of “${of.title}” must be ${of.kind === 'video' ? 'a video' : 'an image'}. Add this file as separate evidence.`
  if (file.size === 0) return 'The file is empty.'
  const most = kind === 'video' ? limits.videoBytes : limits.imageBytes
  return file.size > most
    ? `The file is ${(file.size / MIB).toFixed(1)} MiB. The limit for ${kind}s is ${most / MIB} MiB.`
    : null
}

/** A title to begin with: the file's name as words. What is pasted has no name of its own. */
export function titleOf(file: { name: string; type: string }): string {
  const name = file.name
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  if (name === '' || /^image$/i.test(name)) return file.type.startsWith('video/') ? 'Video' : 'Screenshot'
  return (name[0]?.toUpperCase() + name.slice(1)).slice(0, limits.title)
}
