export const mimeTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
] as const
export type Mime = (typeof mimeTypes)[number]
export const posterMimeTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const artifactKinds = ['image', 'video'] as const
export type ArtifactKind = (typeof artifactKinds)[number]
