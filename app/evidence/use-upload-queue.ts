import type { CompletionResult } from '#shared/contract/upload'
import type { ArtifactKind } from '#shared/contract/media-types'
import { ApiError } from '#shared/client'
import { contentError } from '~/evidence/file'
import { upload as text } from '~/text/evidence'
import { errorMessage } from '~/ui/network/error-message'
import type { ComputedRef, Ref } from 'vue'
import type { UploadJob } from './use-evidence-upload'

/**
 * A file in the upload dialog. In the state `rejected`, the file cannot be evidence. In the state `failed`,
 * the upload can be retried.
 */
export interface Upload {
  id: number
  name: string
  bytes: number
  /** Whether the title comes from the name of the file. */
  isNamed: boolean
  kind: ArtifactKind
  /** The title of the new artifact. Ignored if the file is a revision. */
  title: string
  /**
   * The id of the artifact to which the file is added as a revision. For a new artifact, empty if the person
   * chose that, else undefined.
   */
  revises?: string
  /** The URL of the file in this page, for its thumbnail; null for a file that cannot be evidence. */
  preview: string | null
  state: 'ready' | 'waiting' | 'sending' | 'checking' | 'done' | 'failed' | 'rejected'
  /** The fraction of the file's bytes that were sent, from 0 to 1. */
  sent: number
  failure: string | null
}

/** The maximum number of files that are uploaded at the same time. */
const MAX_PARALLEL = 2

interface Entry {
  job: UploadJob
  stop: AbortController
  done?: CompletionResult
}

/** Uploads the files of a list, at most {@link MAX_PARALLEL} at the same time. */
export interface UploadQueue {
  /** Whether a file is being uploaded or waits to be uploaded. */
  readonly busy: ComputedRef<boolean>
  add: (item: Upload, job: UploadJob) => void
  /** Rejects a file that the browser cannot show, before it is sent. */
  rejectUnreadable: (item: Upload) => Promise<void>
  /** Sends all files that are ready. `roundKey`: the key of their round, if they share one. */
  start: (roundKey?: string) => void
  /** Sends a failed file again. */
  retry: (item: Upload) => void
  /** Removes a file from the queue. Aborts its upload if that is not complete, and discards its bytes. */
  remove: (item: Upload) => void
  /** Returns the result for a file; undefined until its upload is complete. */
  resultOf: (item: Upload) => CompletionResult | undefined
}

/**
 * Creates the queue of the files in `items`, whose states it sets. Adds the ids of the new revisions to
 * `ownRevisionIds`. `finish` is called each time that no file is left to send.
 */
export function useUploadQueue(
  reviewId: string,
  items: Readonly<Ref<Upload[]>>,
  ownRevisionIds: Readonly<Ref<Set<string>>>,
  finish: () => Promise<void>,
): UploadQueue {
  const { upload, discard } = useEvidenceUpload(reviewId)
  const entries = new Map<number, Entry>()
  const busy = computed(() =>
    items.value.some(each => ['waiting', 'sending', 'checking'].includes(each.state)),
  )

  function start(roundKey?: string) {
    for (const each of items.value.filter(({ state }) => state === 'ready')) {
      const entry = entries.get(each.id)
      if (entry) entry.job.roundKey = roundKey
      each.state = 'waiting'
    }
    next()
  }

  function next() {
    const sending = items.value.filter(each => each.state === 'sending' || each.state === 'checking').length
    for (const each of items.value
      .filter(each => each.state === 'waiting')
      .slice(0, Math.max(0, MAX_PARALLEL - sending)))
      void run(each)
  }

  async function run(item: Upload) {
    const entry = entries.get(item.id)
    if (!entry) return
    const { job, stop } = entry
    job.title = item.title
    job.revises = item.revises || undefined
    Object.assign(item, { state: 'sending', sent: 0, failure: null })
    try {
      entry.done = await upload(job, {
        signal: stop.signal,
        onDeclared: revisionId => ownRevisionIds.value.add(revisionId),
        onProgress: share => {
          item.sent = share
        },
        onChecking: () => {
          Object.assign(item, { state: 'checking', sent: 1 })
        },
      })
      item.state = 'done'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The upload cannot be retried, because the server would reject the same file again.
      const isRejected = error.status === 422 || error.status === 402
      Object.assign(item, {
        state: isRejected ? 'rejected' : 'failed',
        failure: await failureOf(error, job.file),
      })
      // If the file was removed while it was being declared, its artifact is known only now.
      if (isRejected || stop.signal.aborted) void discard(job)
    }
    next()
    if (!busy.value) await finish()
  }

  /**
   * Returns the reason why a file was not accepted. The server's message about the file type is replaced,
   * because the message is written for agents.
   */
  async function failureOf(error: ApiError, file: File): Promise<string> {
    if (error.field !== 'mime') return errorMessage(error)
    return (await contentError(file)) ?? `${error.message} ${text.file.chooseAnother}`
  }

  return {
    busy,
    start,
    add(item, job) {
      entries.set(item.id, { job, stop: new AbortController() })
    },
    async rejectUnreadable(item) {
      const file = entries.get(item.id)?.job.file
      if (item.state !== 'ready' || !file) return
      Object.assign(item, { state: 'rejected', failure: text.file.damaged(item.name) })
      item.failure = (await contentError(file)) ?? item.failure
    },
    retry(item) {
      item.state = 'waiting'
      next()
    },
    remove(item) {
      const entry = entries.get(item.id)
      entries.delete(item.id)
      if (!entry || item.state === 'done') return
      entry.stop.abort()
      void discard(entry.job)
    },
    resultOf: ({ id }) => entries.get(id)?.done,
  }
}
