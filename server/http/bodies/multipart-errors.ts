import { limits } from '#shared/contract/kit/limits'
import { exactBytes } from '#shared/contract/kit/sizes'
import { AppError, invalid } from '#shared/errors'

/** The error for a part that must be a text but contains a file. */
export const notAFile = (part: string) =>
  new AppError('bad_request', {
    field: part,
    message: `"${part}" is a file, but must be a text.`,
    hint: `Send it without a file name: curl --form-string '${part}=…'.`,
  })

/** The error for a part that must be a file but contains a text. */
export const notAText = (part: string) =>
  new AppError('bad_request', {
    field: part,
    message: `"${part}" is a text, but must be a file.`,
    hint: `Send the file with its name: curl -F '${part}=@cart.png'.`,
  })

/** The error for a single text that is too large. */
export const textTooLarge = (part: string) =>
  new AppError('too_large', {
    field: part,
    message: `"${part}" has more than ${limits.formTextBytes} bytes.`,
    hint: 'Shorten it. Nothing in the form was stored.',
  })

/** The error for texts whose total size is too large. */
export const textsTooLarge = () =>
  new AppError('too_large', {
    message: `The texts of the form have more than ${limits.formTextsBytes} bytes.`,
    hint: 'Shorten them, or send the files in several calls. Nothing in the form was stored.',
  })

/** The error for a file that is too large. */
export const fileTooLarge = (part: string, name: string) =>
  invalid(
    part,
    `"${part}" has a file of more than ${exactBytes(limits.videoBytes)}, "${name}".`,
    'Send a smaller file. Nothing in the form was stored.',
  )

/** The error for a form that is too large. */
export const bodyTooLarge = () =>
  new AppError('too_large', {
    message: `The body exceeds ${exactBytes(limits.formBytes)}.`,
    hint: 'Send the files in several calls with the same externalRef: they are added to the same review.',
  })

/** The error for too many parts of a kind. `limit` is a text such as "50 files". */
export const tooManyParts = (limit: string) =>
  new AppError('too_large', {
    message: `The body has more than ${limit}.`,
    hint: 'Send them in several calls. Nothing in the form was stored.',
  })

/** The error for a body that is not a form. */
export const malformed = (reason: string, cause?: unknown) =>
  new AppError('bad_request', {
    message: `The body is not a valid multipart/form-data body: ${reason}.`,
    hint: "Let the client write the form: curl -F 'files=@cart.png', or FormData without a Content-Type.",
    cause,
  })
