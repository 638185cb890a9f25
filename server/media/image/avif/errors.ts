import { MediaError } from '../../error'

/** Returns the error for an AVIF whose structure is damaged. */
export function undecodableAvif(): MediaError {
  return new MediaError(
    'undecodable',
    'The image does not decode: it is truncated or corrupt.',
    'Create the file again and send it completely.',
  )
}

/** Returns the error for an AVIF that uses a part of the format that cannot be shown. */
export function unsupportedAvif(what: string, hint = 'Export it as PNG, WebP or JPEG.'): MediaError {
  return new MediaError('undecodable', `The AVIF image ${what}, which cannot be shown.`, hint)
}
