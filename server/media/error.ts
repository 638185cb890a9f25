/** Why bytes were rejected. */
export type MediaReason =
  | 'wrong_type'
  | 'undecodable'
  | 'truncated'
  | 'too_many_pixels'
  | 'no_picture'
  | 'unknown_codec'
  | 'edited'
  | 'encrypted'
  | 'too_deep'
  | 'unshown_colors'
  | 'too_costly'

/**
 * The bytes are not the media that they were declared as. Message and hint are written for the sender. A disk
 * that cannot be read or written throws its own error instead: the file is not the cause.
 */
export class MediaError extends Error {
  constructor(
    readonly reason: MediaReason,
    message: string,
    readonly hint: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'MediaError'
  }
}

/** A video that ends before its container does. */
export function truncated(): MediaError {
  return new MediaError(
    'truncated',
    'The video is truncated: its container promises more bytes than the file has.',
    'Send the file whole.',
  )
}

/** A video that plays with a key only. */
export function encrypted(): MediaError {
  return new MediaError('encrypted', 'The video is encrypted.', 'Export it without encryption or DRM.')
}
