/** The reasons for which bytes are rejected. */
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
 * Bytes that do not match their declared media type. Message and hint are written for the sender. If a disk
 * cannot be read or written, its own error is thrown instead, since the file is not the cause.
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

/** Returns the error for a video that ends before its container does. */
export function truncated(): MediaError {
  return new MediaError(
    'truncated',
    'The video is truncated: its container states more bytes than the file has.',
    'Send the complete file.',
  )
}

/** Returns the error for an encrypted video. */
export function encrypted(): MediaError {
  return new MediaError('encrypted', 'The video is encrypted.', 'Export it without encryption or DRM.')
}
