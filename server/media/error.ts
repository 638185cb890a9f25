/** The reasons why a media file is rejected. */
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
 * The error for a file that does not match its declared media type or cannot be processed. The message and
 * the hint are shown to the sender of the file. Disk errors are not converted to this error, because they are
 * not the fault of the file.
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

/** Returns the error for a video file that ends before the data that its container declares. */
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
