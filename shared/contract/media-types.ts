import { foreignTypeOfHead, hasBrand } from '../foreign-types'

/** The media types that evidence can have. */
export const mimeTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
] as const
export type Mime = (typeof mimeTypes)[number]
/** The extension of the names of files of each type, without its dot. */
export const extensionOf: Record<Mime, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}
/** The media types that the poster of a video, or an image in a comment, can have. */
export const posterMimeTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const
export type PosterMime = (typeof posterMimeTypes)[number]
/** The possible widths of a thumbnail in pixels: the values of the parameter `w` of a media link. */
export const thumbnailWidths = [320, 640, 1280] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]
/**
 * The possible lengths in pixels of the longer side of a picture that is drawn for an agent. Models accept up
 * to 1,568.
 */
export const pictureWidths = ['512', '768', '1024', '1568'] as const
export const artifactKinds = ['image', 'video'] as const
export type ArtifactKind = (typeof artifactKinds)[number]

/** Returns the kind of evidence for a media type. */
export const kindOf = (mime: Mime): ArtifactKind => (mime.startsWith('video/') ? 'video' : 'image')

/**
 * The pattern of the first bytes of each file type, with one character per byte. The media process checks the
 * whole file later.
 */
const signatures: Record<Mime, RegExp> = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF....WEBP/s,
  'image/gif': /^GIF8[79]a/,
  'image/avif': /^....ftyp/s,
  'video/mp4': /^....ftyp(?!qt {2})/s,
  'video/quicktime': /^....ftypqt {2}/s,
  'video/webm': /^.E\xdf\xa3/,
}
/** The number of bytes at the start of a file that determine its type. */
export const signatureBytes = 256

/**
 * Returns the type of a file from its first bytes, which are given as text with one character per byte.
 * Returns null if the type is not accepted as evidence.
 */
export function mimeOfHead(head: string): Mime | null {
  if (foreignTypeOfHead(head)) return null
  const found = mimeTypes.filter(each => signatures[each].test(head))
  return found.find(each => (each === 'image/avif') === hasBrand(head, 'avif')) ?? null
}
