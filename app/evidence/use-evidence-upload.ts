import type { DeclarationResult, CompletionResult } from '#shared/contract/upload'
import { ApiError } from '~/ui/use-api'
import { putFile } from '~/evidence/put-file'
import type { Mime } from '#shared/contract/media-types'
import { kindOf } from '~/evidence/file'
import { readMedia, type MediaFacts } from '~/evidence/read-media'

/** One file on its way: what is done already is not done again when it is tried again. */
export interface Consignment {
  file: File
  mime: Mime
  title: string
  /** The evidence it is a revision of; otherwise it is evidence of its own. */
  revises?: string
  media?: MediaFacts
  declared?: DeclarationResult
  received?: boolean
}

interface Watcher {
  signal: AbortSignal
  onDeclared: (revisionId: string) => void
  onProgress: (share: number) => void
  onChecking: () => void
}

const RATE_PAUSE_MS = 10_000
const RATE_TRIES = 7

/** Declares, sends and completes evidence as an agent does, with the person's own session. */
export function useEvidenceUpload(reviewId: string) {
  const api = useApi()

  /** Throws {@link ApiError}. */
  async function send(each: Consignment, watcher: Watcher): Promise<CompletionResult> {
    const kind = kindOf(each.mime)
    const media = (each.media ??= await readMedia(each.file, kind))
    const declared = (each.declared ??= await patiently(() => declare(each, media), watcher.signal))
    watcher.onDeclared(declared.revisionId)
    if (!each.received) {
      await putFile(declared.uploadUrl, each.file, watcher).catch((failure: unknown) => {
        if (failure instanceof ApiError && failure.code === 'expired') each.declared = undefined
        throw failure
      })
      // A recording without a still is evidence too.
      if (declared.poster && media.poster)
        await putFile(declared.poster.uploadUrl, media.poster, { signal: watcher.signal }).catch(() => {})
      each.received = true
    }
    watcher.onChecking()
    const { width, height, durationMs } = media
    return patiently(
      () =>
        api('POST /v1/artifacts/{id}/complete', {
          params: { id: declared.artifactId },
          body: { revisionId: declared.revisionId, width, height, durationMs },
        }),
      watcher.signal,
    )
  }

  function declare(
    { file, mime, title, revises }: Consignment,
    { durationMs, poster }: MediaFacts,
  ): Promise<DeclarationResult> {
    const said = {
      mime,
      bytes: file.size,
      durationMs,
      ...(poster && { poster: { mime: 'image/jpeg' as const, bytes: poster.size } }),
    }
    return revises
      ? api('POST /v1/artifacts/{id}/revisions', { params: { id: revises }, body: said })
      : api('POST /v1/artifacts/uploads', { body: { reviewId, kind: kindOf(mime), title, ...said } })
  }

  /** Takes back what was declared and will not be sent. A revision in flight is forgotten by itself. */
  async function discard({ declared, revises }: Consignment): Promise<void> {
    if (declared && !revises)
      await api('DELETE /api/artifacts/{id}', { params: { id: declared.artifactId } }).catch(() => {})
  }

  return { send, discard }
}

/** Many files reach the allowance of writes: then they wait for the next minute instead of failing. */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    if (signal.aborted) throw new ApiError('Cancelled.', 0, 'aborted', null, null)
    try {
      return await ask()
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'rate_limited' || tries === RATE_TRIES)
        throw failure
      await new Promise(resolve => setTimeout(resolve, RATE_PAUSE_MS))
    }
  }
}
