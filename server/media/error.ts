/** Why bytes were refused. */
export type MediaFault = 'wrong_type' | 'undecodable' | 'too_many_pixels'

/** Bytes that are not the media they were declared as; message and hint are fit to show. */
export class MediaError extends Error {
  constructor(readonly fault: MediaFault, message: string, readonly hint: string | null = null, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MediaError'
  }
}
