import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Dicer } from '@fastify/busboy'
import type { H3Event } from 'h3'
import type { z } from 'zod'
import { limits } from '#shared/contract/kit/limits'
import type { Multipart, Operation } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { idPattern, idPrefixes } from '#shared/ids'
import type { ReceivedFile, ReceivedForm } from '~~/server/bytes/received-form'
import { GrowingBuffer } from '~~/server/bytes/growing-buffer'
import { makeWorkFolder } from '~~/server/bytes/work-folder'
import { requestBytes } from './body'
import {
  bodyTooLarge,
  fileTooLarge,
  malformed,
  notAFile,
  notAText,
  textTooLarge,
  textsTooLarge,
  tooManyParts,
} from './multipart-errors'
import { decodePart, parametersOf, readPartHeader, type PartHeader } from './part-header'
import { requestHeader } from '../request-header'

/** A form whose files are stored in a temporary folder. `remove` deletes the folder. */
export interface StoredForm extends ReceivedForm {
  remove: () => Promise<void>
}

/** The names of form parts that the contract declares for an operation. */
interface PartNames extends Pick<Multipart, 'filesById' | 'textsById'> {
  files: readonly string[]
  texts: readonly string[]
}

/** The kind of a form part. */
type PartKind = 'file' | 'text' | 'text by id'

const HEADER_BYTES = 16 * 1024
const HEADERS = 20
/** The maximum length in characters of the boundary between parts (RFC 2046, 5.1.1). */
const BOUNDARY_LENGTH = 70
const FILE_CHUNK_BYTES = 256 * 1024

/**
 * Reads a multipart/form-data body to its end. Files are written to a temporary folder while they arrive, so
 * the parts may have any order, and no file is held in memory. If an error is thrown, the folder is deleted.
 * Throws `unsupported_media_type` for another type of body, `too_large` if a part or the body exceeds its
 * limit, and `bad_request` for a malformed body, an undeclared part or a repeated text. The error contains
 * the name of the part.
 */
export async function readMultipart(
  event: H3Event,
  body: Operation['body'],
  multipart: Multipart,
): Promise<StoredForm> {
  // The schema of a form body is an object. Its fields are the text parts of the form.
  const names = partNames(body as z.ZodObject, multipart)
  const { stream, contentLength } = requestBytes(event)
  const boundary = boundaryOf(requestHeader(event, 'content-type'))
  if (contentLength !== undefined && contentLength > limits.formBytes) throw bodyTooLarge()
  const { path: folder, remove } = await makeWorkFolder()
  const ended = new AbortController()
  const fields: Record<string, unknown> = {}
  const files: Promise<ReceivedFile>[] = []
  const texts: Promise<void>[] = []

  let textBytes = 0
  /** Counts the memory that all texts of the form use together. */
  function countText(bytes: number): void {
    textBytes += bytes
    if (textBytes > limits.formTextsBytes) throw textsTooLarge()
  }

  /** Returns the object in which the texts of a kind of part are collected. */
  function textsOf(kind: PartKind): Record<string, unknown> {
    if (kind === 'text') return fields
    return (fields[names.textsById?.field ?? ''] ??= {}) as Record<string, unknown>
  }

  /** Starts to read a part. Returns a promise that settles when the part ends. */
  function receive(part: Readable, header: PartHeader): Promise<unknown> {
    const isFile = header.fileName !== undefined
    const kind = kindOfPart(names, header.name)
    if (isFile !== (kind === 'file')) throw isFile ? notAFile(header.name) : notAText(header.name)
    if (isFile) {
      if (files.length === limits.formFiles) throw tooManyParts(`${limits.formFiles} files`)
      const file = storeFile(part, header, join(folder, String(files.length)), ended.signal)
      files.push(file)
      return file
    }
    if (texts.length === limits.formTexts) throw tooManyParts(`${limits.formTexts} texts`)
    const text = readPartText(part, header, countText).then(value =>
      addText(textsOf(kind), header.name, value),
    )
    texts.push(text)
    return text
  }

  try {
    await readParts(stream, boundary, receive, ended.signal)
    await Promise.all(texts)
    return { fields, files: await Promise.all(files), remove }
  } catch (error) {
    ended.abort()
    // Destroying the stream discards the part of the body that was not read: see `requestBytes`.
    stream.destroy()
    await Promise.allSettled(files)
    await remove()
    throw error
  }
}

/**
 * Parses a body, and calls `receive` for each part when the header of the part has arrived. Settles at the
 * end of the body or with the first error, which may come from the body, the stream, the parser, `receive` or
 * its promise.
 */
async function readParts(
  stream: Readable,
  boundary: string,
  receive: (part: Readable, header: PartHeader) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  let hasFailed = false
  function fail(error: unknown): void {
    hasFailed = true
    reject(error)
  }
  const parser = new Dicer({
    boundary,
    maxHeaderPairs: HEADERS,
    maxHeaderSize: HEADER_BYTES,
    partHwm: FILE_CHUNK_BYTES,
  } as Dicer.Config)
  let lacksHeader = false
  parser.on('part', part => {
    // If a part ends early, the parser emits an error too. So the error of the part itself is ignored.
    part.on('error', () => {})
    if (lacksHeader) fail(malformed('a part has no header'))
    // The error ends `write` immediately, even in the middle of a chunk, which may contain tens of thousands
    // of parts.
    if (hasFailed) throw new Error('The form has failed.')
    lacksHeader = true
    part.once('header', (fields: object) => {
      lacksHeader = false
      try {
        receive(part, partHeaderOf(fields)).catch(fail)
      } catch (error) {
        fail(error)
      }
    })
  })
  parser.on('error', error => fail(malformed(error.message, error)))
  let isFinished = false
  const finished = once(parser, 'finish', { signal }).then(() => {
    isFinished = true
  })
  async function parse(): Promise<void> {
    let received = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      received += chunk.length
      if (received > limits.formBytes) throw bodyTooLarge()
      // If the last part ends in this chunk, the parser never emits `drain`. So this code also waits for the
      // parser to finish.
      if (!isFinished && !parser.write(chunk))
        await Promise.race([once(parser, 'drain', { signal }), finished])
    }
    if (!isFinished) parser.end()
    await finished
    if (lacksHeader) throw malformed('a part has no header')
  }
  const parsed = parse()
  // Only the first error is thrown. The later ones are ignored here, so that they are not unhandled
  // rejections.
  for (const each of [failed, finished, parsed]) each.catch(() => {})
  await Promise.race([failed, parsed])
}

function partHeaderOf(fields: object): PartHeader {
  try {
    return readPartHeader(fields as Record<string, string[]>)
  } catch (error) {
    throw malformed((error as Error).message, error)
  }
}

function partNames({ shape }: z.ZodObject, { files, filesById, textsById }: Multipart): PartNames {
  const texts = Object.keys(shape).filter(name => name !== textsById?.field)
  return { files: Object.keys(files), texts, filesById, textsById }
}

/** Returns the boundary, which is the text between the parts of a form. */
function boundaryOf(contentType: string | undefined): string {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (contentType === undefined || type !== 'multipart/form-data')
    throw new AppError('unsupported_media_type', {
      message: `The body is ${type || 'of no stated type'}, not multipart/form-data.`,
      hint: "Send a form: curl -F 'files=@cart.png'. The client writes the Content-Type with its boundary.",
    })
  const boundary = parametersOf(contentType)?.get('boundary')
  if (!boundary) throw malformed('the Content-Type has no boundary')
  if (boundary.length > BOUNDARY_LENGTH)
    throw malformed(`its boundary has more than ${BOUNDARY_LENGTH} characters`)
  return boundary
}

/**
 * Writes a file of the form to a path. Returns the received file with its size and hash, which are computed
 * while the file is written.
 */
async function storeFile(
  file: Readable,
  { name: part, fileName: name = '' }: PartHeader,
  path: string,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > limits.videoBytes) throw fileTooLarge(part, name)
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(file, counted, createWriteStream(path, { mode: 0o600 }), { signal })
  return { part, name, path, bytes, sha256: hash.digest('hex') }
}

async function readPartText(
  part: Readable,
  header: PartHeader,
  count: (bytes: number) => void,
): Promise<string> {
  const held = new GrowingBuffer()
  for await (const chunk of part as AsyncIterable<Buffer>) {
    if (held.length + chunk.length > limits.formTextBytes) throw textTooLarge(header.name)
    count(chunk.length)
    held.append(chunk)
  }
  return decodePart(held.bytes(), header)
}

/**
 * Adds the text of a part to an object. Throws `bad_request` if the object already has a text with this name.
 */
function addText(target: Record<string, unknown>, part: string, value: string): void {
  if (Object.hasOwn(target, part))
    throw new AppError('bad_request', {
      field: part,
      message: `"${part}" is repeated.`,
      hint: 'Send each text once.',
    })
  target[part] = value
}

/**
 * Returns the kind of the part with the given name. Throws `bad_request` if the operation does not declare
 * the name.
 */
function kindOfPart({ files, texts, filesById, textsById }: PartNames, part: string): PartKind {
  if (files.includes(part) || matchesIdPattern(filesById, part)) return 'file'
  if (texts.includes(part)) return 'text'
  if (matchesIdPattern(textsById, part)) return 'text by id'
  const ids = [filesById, textsById].flatMap(each => (each ? `${idPrefixes[each.resource]}_…` : []))
  throw new AppError('bad_request', {
    field: part,
    message: `The body has an unknown part, "${part}".`,
    hint: `Its parts may be: ${[...files, ...texts, ...ids].join(', ')}.`,
  })
}

const matchesIdPattern = (parts: Multipart['filesById'], name: string) =>
  parts !== undefined && idPattern(parts.resource).test(name)
