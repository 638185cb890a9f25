import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { ApiError, type ApiRequest, type ApiResponse } from '#shared/client'
import type { RectangleGeometry } from '#shared/contract/geometry'
import { pause, readError, unreachable, type Api } from '../api'
import type { Evidence } from './evidence'

export type Artifact = ApiResponse<'GET /v1/reviews/{id}'>['artifacts'][number]
type Revision = Artifact['revisions'][number]
export type Completion = ApiResponse<'POST /v1/artifacts/{id}/complete'>
type Declaration = ApiResponse<'POST /v1/artifacts/uploads'>

/** The fields of a declaration that do not follow from the file. `title` takes the place of the file's. */
export type Description = Pick<
  ApiRequest<'POST /v1/artifacts/{id}/revisions'>['body'],
  | 'title'
  | 'description'
  | 'route'
  | 'viewport'
  | 'commit'
  | 'scenario'
  | 'variationGroup'
  | 'roundKey'
  | 'roundSummary'
>

/** Areas of pictures to paint over, as fractions. */
export type Redaction = RectangleGeometry[]

export interface UploadTarget {
  reviewId: string
  /** The artifact that gets a revision; null: a new one. */
  artifact: Artifact | null
  redact?: Redaction
}

const DECLARATIONS = 3
const PUTS = 3
const PUT_PAUSE_MS = 500

/**
 * Returns whether an artifact has a file already: as its latest revision, or where the file is the state
 * before the change, as any that was sent as such.
 */
export async function isPresent(
  api: Api,
  { id, currentRevision, revisions }: Artifact,
  evidence: Evidence,
): Promise<boolean> {
  const latest = currentRevision ? [currentRevision] : []
  const compared = evidence.isBefore ? revisions.filter(each => each.isBefore) : latest
  for (const each of compared) if (await hasBytes(api, id, each, evidence)) return true
  return false
}

/**
 * Compares sizes first, then the original, which a token without `artifact:read` cannot read: then the file
 * counts as changed.
 */
async function hasBytes(
  api: Api,
  artifactId: string,
  { completedAt, mime, bytes, index }: Revision,
  evidence: Evidence,
): Promise<boolean> {
  if (!completedAt || mime !== evidence.mime || bytes !== evidence.bytes) return false
  try {
    const { body } = await api.open(`/v1/artifacts/${artifactId}/download?revision=${index}`)
    const hash = createHash('sha256')
    if (body) for await (const chunk of body) hash.update(chunk)
    return hash.digest('hex') === evidence.sha256
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return false
    throw error
  }
}

/**
 * Declares a file, sends its bytes and completes it. What an interrupted run has done is not done again: the
 * declaration has an `Idempotency-Key` made of the file, its fields and what it follows.
 */
export async function upload(
  api: Api,
  target: UploadTarget,
  evidence: Evidence,
  description: Description,
  onProgress: (bytes: number) => void,
): Promise<Completion> {
  let revisedId = revisedBy(target, evidence)
  for (let attempt = 1; ; attempt++) {
    const declared = await declare(api, target, revisedId, evidence, description, attempt)
    try {
      await putBytes(api, declared.uploadUrl, evidence, onProgress)
      if (evidence.poster && declared.poster)
        await putBytes(api, declared.poster.uploadUrl, evidence.poster, onProgress)
      return await api.callOnce('POST /v1/artifacts/{id}/complete', `complete-${declared.revisionId}`, {
        params: { id: declared.artifactId },
        body: {
          revisionId: declared.revisionId,
          durationMs: evidence.durationMs,
          posterUploadToken: declared.poster?.uploadToken,
          redact: target.redact,
        },
      })
    } catch (error) {
      // What an earlier run has declared: its address has expired, or the server has deleted it.
      const code = error instanceof ApiError ? error.code : null
      if (attempt === DECLARATIONS || (code !== 'expired' && code !== 'not_found')) throw error
      if (code === 'expired') revisedId = declared.artifactId
    }
  }
}

/**
 * Returns the id of the artifact that a file revises; null where it is new, or the artifact is what an
 * interrupted run has declared for it: repeating that declaration returns the same artifact. One without
 * revisions, whose file was rejected, gets the next one.
 */
function revisedBy({ artifact }: UploadTarget, { mime, bytes }: Evidence): string | null {
  const isOfFile = ({ revisions }: Artifact) =>
    revisions.length > 0 &&
    revisions.every(each => each.completedAt === null && each.mime === mime && each.bytes === bytes)
  return artifact && !isOfFile(artifact) ? artifact.id : null
}

function declare(
  api: Api,
  { reviewId, artifact, redact }: UploadTarget,
  revisedId: string | null,
  { sha256, mime, kind, title, bytes, durationMs, poster, isBefore }: Evidence,
  description: Description,
  attempt: number,
): Promise<Declaration> {
  const fields = {
    mime,
    bytes,
    durationMs,
    ...(poster && { poster: { mime: poster.mime, bytes: poster.bytes } }),
    ...(isBefore && { isBefore }),
    ...description,
  }
  const follows = artifact?.revisions.findLast(each => each.completedAt !== null)?.id ?? null
  const subject = [reviewId, revisedId ?? title, follows, sha256, poster?.sha256, attempt, fields, redact]
  const key = `push-${createHash('sha256').update(JSON.stringify(subject)).digest('hex')}`
  return revisedId === null
    ? api.callOnce('POST /v1/artifacts/uploads', key, {
        body: { reviewId, kind, ...fields, title: fields.title ?? title },
      })
    : api.callOnce('POST /v1/artifacts/{id}/revisions', key, { params: { id: revisedId }, body: fields })
}

/** Returns how many bytes a file takes to send, its poster included. */
export const sentBytes = ({ bytes, poster }: Evidence): number => bytes + (poster?.bytes ?? 0)

/** Sends the bytes of a file to an upload address. An address that was used has them already. */
async function putBytes(
  { server, signal }: Api,
  uploadUrl: string,
  { path, bytes }: Pick<Evidence, 'path' | 'bytes'>,
  onProgress: (bytes: number) => void,
): Promise<void> {
  // The address names the public origin of the server, which may differ from the one that reaches it.
  const address = server + new URL(uploadUrl).pathname
  for (let attempt = 1; ; attempt++) {
    let sent = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.length
        onProgress(chunk.length)
        controller.enqueue(chunk)
      },
    })
    const file = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    const init = {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes) },
      body: file.pipeThrough(counted),
      duplex: 'half',
      signal: signal ?? null,
    }
    const response = await fetch(address, init as RequestInit).catch((error: unknown) => {
      signal?.throwIfAborted()
      return error as Error
    })
    if (response instanceof Response && response.ok) return
    const error =
      response instanceof Response ? await readError(server, response) : unreachable(server, response)
    if (error.code === 'already_used') return
    if (!error.offline || attempt === PUTS) throw error
    onProgress(-sent)
    await pause(PUT_PAUSE_MS * attempt, signal)
  }
}
