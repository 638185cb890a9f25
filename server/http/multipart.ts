import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { H3Event } from 'h3'
import type { z } from 'zod'
import { limits } from '#shared/contract/kit/limits'
import type { Multipart, Operation } from '#shared/contract/kit/operation'
import { AppError, invalid } from '#shared/errors'
import { idPattern, idPrefixes } from '#shared/ids'
import type { ReceivedFile, ReceivedForm } from '~~/server/received-form'
import { makeWorkFolder } from '~~/server/work-folder'
import { requestBytes } from './body'
import { requestHeader } from './request-header'

/** A form whose files are in a temporary folder, which `remove` deletes. */
export interface StoredForm extends ReceivedForm {
  remove: () => Promise<void>
}

/** The names of the parts that a row declares. */
interface PartNames extends Pick<Multipart, 'filesById' | 'textsById'> {
  files: readonly string[]
  texts: readonly string[]
}

/** What a part of a form is. */
type PartKind = 'file' | 'text' | 'text by id'

const HEADER_BYTES = 16 * 1024
const HEADERS = 20
const FILE_CHUNK_BYTES = 256 * 1024

/**
 * Reads a multipart/form-data body to its end. Files are written to a temporary folder as they arrive, so
 * that the parts may have any order and memory holds no file. After an error nothing of the body is left.
 * Throws `unsupported_media_type`, `too_large`, and `bad_request` for a body that is malformed, for a part
 * that is not declared and for a text that is repeated; the error names the part.
 */
export async function readMultipart(
  event: H3Event,
  body: Operation['body'],
  multipart: Multipart,
): Promise<StoredForm> {
  // The schema of a form is an object: its fields are the texts.
  const names = partNames(body as z.ZodObject, multipart)
  const { stream, contentLength } = requestBytes(event)
  const parser = createParser(requestHeader(event, 'content-type'))
  if (contentLength !== undefined && contentLength > limits.formBytes) throw bodyTooLarge()
  const folder = await makeWorkFolder()
  const remove = () => rm(folder, { recursive: true, force: true })
  const { promise: parsed, resolve, reject: fail } = Promise.withResolvers<undefined>()
  const ended = new AbortController()
  const fields: Record<string, unknown> = {}
  const files: Promise<ReceivedFile>[] = []

  parser.on('field', (part, value, _nameIsCut, isCut) => {
    try {
      if (isCut) throw textTooLarge(part)
      addText(fields, names, part, value)
    } catch (error) {
      fail(error)
    }
  })
  parser.on('file', (part, file, name) => {
    file.once('limit', () => fail(fileTooLarge(part, name)))
    const stored = storeFile(file, { names, part, name }, join(folder, String(files.length)), ended.signal)
    stored.catch(fail)
    files.push(stored)
  })
  parser.on('filesLimit', () => fail(tooManyParts(`${limits.formFiles} files`)))
  parser.on('fieldsLimit', () => fail(tooManyParts(`${limits.formTexts} texts`)))
  parser.on('error', error => fail(malformed((error as Error).message, error)))
  parser.on('finish', () => resolve(undefined))
  let received = 0
  stream.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > limits.formBytes) fail(bodyTooLarge())
  })
  stream.on('error', fail)
  stream.pipe(parser)
  try {
    await parsed
    return { fields, files: await Promise.all(files), remove }
  } catch (error) {
    stream.unpipe(parser)
    // The rest of the body is dropped, see requestBytes.
    stream.destroy()
    ended.abort()
    await Promise.allSettled(files)
    await remove()
    throw error
  }
}

function partNames({ shape }: z.ZodObject, { files, filesById, textsById }: Multipart): PartNames {
  const texts = Object.keys(shape).filter(name => name !== textsById?.field)
  return { files: Object.keys(files), texts, filesById, textsById }
}

function createParser(contentType: string | undefined): BusboyInstance {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (contentType === undefined || type !== 'multipart/form-data')
    throw new AppError('unsupported_media_type', {
      message: `The body is ${type || 'of no stated type'}, not multipart/form-data.`,
      hint: "Send a form: curl -F 'files=@cart.png'. The client writes the Content-Type with its boundary.",
    })
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      fileHwm: FILE_CHUNK_BYTES,
      limits: {
        files: limits.formFiles,
        fields: limits.formTexts,
        fileSize: limits.videoBytes,
        fieldSize: limits.formTextBytes,
        headerPairs: HEADERS,
        headerSize: HEADER_BYTES,
      },
    })
  } catch (error) {
    throw malformed('the Content-Type has no boundary', error)
  }
}

/** Writes a file to a path. Returns it with its size and hash, both counted on the way. */
async function storeFile(
  file: BusboyFileStream,
  { names, part, name }: { names: PartNames; part: string; name: string | undefined },
  path: string,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(source: AsyncIterable<Buffer>) {
    if (kindOfPart(names, part) !== 'file') throw notAFile(part)
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(file, counted, createWriteStream(path, { mode: 0o600 }), { signal })
  return { part, name: name ?? '', path, bytes, sha256: hash.digest('hex') }
}

/** Adds a text part to the fields of a form. */
function addText(fields: Record<string, unknown>, names: PartNames, part: string, value: string): void {
  const kind = kindOfPart(names, part)
  if (kind === 'file')
    throw new AppError('bad_request', {
      field: part,
      message: `"${part}" is a text, but must be a file.`,
      hint: `Send the file with its name: curl -F '${part}=@cart.png'.`,
    })
  const field = names.textsById?.field ?? ''
  const target = kind === 'text' ? fields : ((fields[field] ??= {}) as Record<string, unknown>)
  if (Object.hasOwn(target, part))
    throw new AppError('bad_request', {
      field: part,
      message: `"${part}" is repeated.`,
      hint: 'Send each text once.',
    })
  target[part] = value
}

/** Returns what a part with this name is. Throws `bad_request` for a name that the row does not declare. */
function kindOfPart({ files, texts, filesById, textsById }: PartNames, part: string | undefined): PartKind {
  if (part !== undefined) {
    if (files.includes(part) || isIdOf(filesById, part)) return 'file'
    if (texts.includes(part)) return 'text'
    if (isIdOf(textsById, part)) return 'text by id'
  }
  const ids = [filesById, textsById].flatMap(each => (each ? `${idPrefixes[each.resource]}_…` : []))
  throw new AppError('bad_request', {
    field: part,
    message:
      part === undefined ? 'A part of the body has no name.' : `The body has an unknown part, "${part}".`,
    hint: `Its parts may be: ${[...files, ...texts, ...ids].join(', ')}.`,
  })
}

const isIdOf = (parts: Multipart['filesById'], name: string) =>
  parts !== undefined && idPattern(parts.resource).test(name)

const notAFile = (part: string) =>
  new AppError('bad_request', {
    field: part,
    message: `"${part}" is a file, but must be a text.`,
    hint: `Send it without a file name: curl --form-string '${part}=…'.`,
  })

const textTooLarge = (part: string) =>
  new AppError('too_large', {
    field: part,
    message: `"${part}" has more than ${limits.formTextBytes} bytes.`,
    hint: 'Shorten it. Nothing of the form was stored.',
  })

const fileTooLarge = (part: string, name: string | undefined) =>
  invalid(
    part,
    `"${part}" has a file of more than ${limits.videoBytes} bytes (500 MiB), "${name ?? ''}".`,
    'Send a smaller file. Nothing of the form was stored.',
  )

const bodyTooLarge = () =>
  new AppError('too_large', {
    message: `The body exceeds ${limits.formBytes} bytes (600 MiB).`,
    hint: 'Send the files in several calls with the same externalRef: they meet in one review.',
  })

const tooManyParts = (limit: string) =>
  new AppError('too_large', {
    message: `The body has more than ${limit}.`,
    hint: 'Send them in several calls. Nothing of the form was stored.',
  })

const malformed = (reason: string, cause: unknown) =>
  new AppError('bad_request', {
    message: `The body is not a valid multipart/form-data body: ${reason}.`,
    hint: "Let the client write the form: curl -F 'files=@cart.png', or FormData without a Content-Type.",
    cause,
  })
