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
/** Pixels of the longest side of a picture that is drawn for an agent. Models take up to 1,568. */
export const pictureWidths = ['512', '768', '1024', '1568'] as const
export const artifactKinds = ['image', 'video'] as const
export type ArtifactKind = (typeof artifactKinds)[number]

/** Returns the kind of evidence of a type. */
export const kindOf = (mime: Mime): ArtifactKind => (mime.startsWith('video/') ? 'video' : 'image')
