import type { DeclarationResult, CompletionResult } from '#shared/contract/upload'
import { ApiError } from '#shared/client'
import { putFile } from '~/evidence/put-file'
import { cancellation } from '~/ui/network/send-bytes'
import { kindOf, type Mime } from '#shared/contract/media-types'
import { mimeOfBytes } from '~/evidence/media-type'
import { readMedia, type MediaMetadata } from '~/evidence/read-media'

/** A file to upload. If the upload is repeated, steps that have succeeded are skipped. */
export interface UploadJob {
  file: File
  mime: Mime
  title: string
  /** The id of the artifact to which the file is added as a revision; undefined for a new artifact. */
  revises?: string
  /** The key of the round of the file; undefined if the server chooses the round. */
  roundKey?: string
  media?: MediaMetadata
  declared?: DeclarationResult
  received?: boolean
}

/** Aborts an upload, and receives its progress. */
interface UploadProgress {
  signal: AbortSignal
  onDeclared: (revisionId: string) => void
  /** `share`: the fraction of the bytes that were sent, from 0 to 1. */
  onProgress: (share: number) => void
  /** Called when all bytes are sent and the server starts to check them. */
  onChecking: () => void
}

/** Uploads evidence to a review. */
export interface EvidenceUpload {
  /** Uploads a file as an artifact or a revision. Throws an {@link ApiError} if this fails. */
  upload: (job: UploadJob, progress: UploadProgress) => Promise<CompletionResult>
  /**
   * Deletes the artifact that was declared for a file if the file will not be sent. Does nothing if it was
   * discarded before. Never throws.
   */
  discard: (job: UploadJob) => Promise<void>
}

const RATE_LIMIT_PAUSE_MS = 10_000
const MAX_ATTEMPTS = 7

/**
 * Uploads evidence with the same API operations that agents use. The session of the person authorizes them.
 */
export function useEvidenceUpload(reviewId: string): EvidenceUpload {
  const api = useApi()

  async function upload(job: UploadJob, progress: UploadProgress): Promise<CompletionResult> {
    job.mime = await mimeOfBytes(job.file, job.mime)
    const media = (job.media ??= await readMedia(job.file, kindOf(job.mime)))
    const declared = (job.declared ??= await retryRateLimited(
      () => declareInRound(job, media),
      progress.signal,
    ))
    progress.onDeclared(declared.revisionId)
    if (!job.received) {
      await putFile(declared.uploadUrl, job.file, progress).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'expired') job.declared = undefined
        throw error
      })
      // A poster that cannot be uploaded is ignored, because a video is complete without it.
      if (declared.poster && media.poster)
        await putFile(declared.poster.uploadUrl, media.poster, { signal: progress.signal }).catch(() => {})
      job.received = true
    }
    progress.onChecking()
    const { width, height, durationMs } = media
    return retryRateLimited(
      () =>
        api('POST /v1/artifacts/{id}/complete', {
          params: { id: declared.artifactId },
          body: { revisionId: declared.revisionId, width, height, durationMs },
        }),
      progress.signal,
    )
  }

  /**
   * Declares a file. If its round was closed since by a later round, which a retry may find, the server
   * chooses another round.
   */
  async function declareInRound(job: UploadJob, media: MediaMetadata): Promise<DeclarationResult> {
    try {
      return await declare(job, media)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'round_closed') throw error
      job.roundKey = undefined
      return declare(job, media)
    }
  }

  function declare(
    { file, mime, title, revises, roundKey }: UploadJob,
    { durationMs, poster }: MediaMetadata,
  ): Promise<DeclarationResult> {
    const body = {
      mime,
      bytes: file.size,
      durationMs,
      roundKey,
      ...(poster && { poster: { mime: 'image/jpeg' as const, bytes: poster.size } }),
    }
    return revises
      ? api('POST /v1/artifacts/{id}/revisions', { params: { id: revises }, body })
      : api('POST /v1/artifacts/uploads', { body: { reviewId, kind: kindOf(mime), title, ...body } })
  }

  // An abandoned revision needs no request, because the hourly sweep of the server deletes it.
  async function discard(job: UploadJob): Promise<void> {
    const { declared, revises } = job
    job.declared = undefined
    if (declared && !revises)
      await api('DELETE /api/artifacts/{id}', { params: { id: declared.artifactId } }).catch(() => {})
  }

  return { upload, discard }
}

/**
 * Calls the API, and retries while the rate limit is exceeded, which happens if many files are uploaded at
 * the same time. Throws the error of a cancelled upload as soon as the signal is aborted.
 */
async function retryRateLimited<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    if (signal.aborted) throw cancellation()
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited' || attempt === MAX_ATTEMPTS)
        throw error
      await pause(RATE_LIMIT_PAUSE_MS, signal)
    }
  }
}

/** Waits for the given milliseconds, or until the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
