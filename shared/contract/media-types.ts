/** The types of evidence. */
export const mimeTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
] as const
export type Mime = (typeof mimeTypes)[number]
/** The types of a video's poster. */
export const posterMimeTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
/** Widths of thumbnails in pixels: the values of `w` on a capability address. */
export const thumbnailWidths = [320, 640, 1280] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]
export const artifactKinds = ['image', 'video'] as const
export type ArtifactKind = (typeof artifactKinds)[number]
