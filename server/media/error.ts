/** Why bytes were refused. */
export type MediaReason =
  | 'wrong_type'
  | 'undecodable'
  | 'truncated'
  | 'too_many_pixels'
  | 'no_picture'
  | 'unknown_codec'
  | 'too_costly'

/**
 * Bytes that are not the media they were declared as; message and hint are fit to show. A disk that cannot be
 * read or written throws its own error instead: the sender's file is not to blame for it.
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

/** A recording that ends before its container does. */
export function truncated(): MediaError {
  return new MediaError(
    'truncated',
    'The recording is truncated: its container promises more bytes than the file has.',
    'Send the file whole.',
  )
}
