import type { CompletionResult } from '#shared/contract/upload'
import { ApiError } from '#shared/client'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { Artifact } from '#shared/contract/artifact'
import { kindOf, type ArtifactKind } from '#shared/contract/media-types'
import { contentError, fileError, hasOwnName, suggestArtifact, suggestTitle } from '~/evidence/file'
import { mimeOf } from '~/evidence/media-type'
import { errorMessage } from '~/ui/network/error-message'
import type { ComputedRef, InjectionKey, Ref, ShallowRef } from 'vue'
import type { UploadJob } from './use-evidence-upload'
import { upload as text } from '~/text/evidence'

/** The maximum number of files that are uploaded at the same time. */
const MAX_PARALLEL = 2

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

interface Running {
  job: UploadJob
  stop: AbortController
  done?: CompletionResult
}

/** The dialog that uploads evidence to the page's review. */
export interface Uploads {
  readonly isDialogOpen: Ref<boolean>
  /** The artifact to which the file is added as a revision; undefined if each file becomes a new artifact. */
  readonly target: Readonly<ShallowRef<Artifact | undefined>>
  readonly items: Ref<Upload[]>
  readonly busy: ComputedRef<boolean>
  /** The artifacts that a file can revise: artifacts of its kind that no other file of the list revises. */
  artifactsFor: (item: Upload) => Artifact[]
  /** Suggests the artifact that a file revises by its pixel size, unless a title or person has decided. */
  measure: (item: Upload, size: { width: number; height: number }) => void
  /** Rejects a file that the browser cannot show, before it is sent. */
  rejectUnreadable: (item: Upload) => Promise<void>
  /** Whether the person may add evidence. */
  readonly allowed: ComputedRef<boolean>
  /**
   * Opens the dialog and adds files to the files that {@link close} kept. With `of`, the file becomes a
   * revision of this artifact.
   */
  openDialog: (files?: File[], of?: Artifact) => void
  /** Sends all files that are ready, at most {@link MAX_PARALLEL} at the same time. */
  start: () => void
  /** Sends a failed file again. */
  retry: (item: Upload) => void
  /**
   * Removes a file from the list. If its upload is not complete, aborts it and discards the uploaded bytes.
   */
  remove: (item: Upload) => void
  /**
   * Removes all files from the list and closes the dialog. With `keepChosen`, files that were chosen and not
   * sent stay for the next time that the dialog opens on this page.
   */
  close: (options?: { keepChosen?: boolean }) => void
}

const key: InjectionKey<Uploads> = Symbol('uploads')

/** Allows the components of a review page to add evidence. */
export function provideUploads(state: ReviewState): Uploads {
  const uploads = createUploads(state)
  provide(key, uploads)
  return uploads
}

/**
 * Returns the upload dialog of the page; undefined on pages without one, such as the page of a share link.
 */
export function useUploads(): Uploads | undefined {
  return inject(key, undefined)
}

function createUploads({
  source: { id, payload, refresh },
  readState: { ownRevisionIds },
  selection: { artifacts, openArtifact, openThread },
}: ReviewState): Uploads {
  const { canIn } = useWorkspace()
  const { upload, discard } = useEvidenceUpload(id)
  const isDialogOpen = ref(false)
  const target = shallowRef<Artifact>()
  const items = ref<Upload[]>([])
  const running = new Map<number, Running>()
  let last = 0

  const busy = computed(() =>
    items.value.some(each => ['waiting', 'sending', 'checking'].includes(each.state)),
  )

  const hasChosen = () => items.value.some(each => each.state === 'ready')

  function openDialog(files: File[] = [], of?: Artifact) {
    if (!isDialogOpen.value) {
      if (!hasChosen() || of?.id !== target.value?.id) clear()
      target.value = of
    }
    isDialogOpen.value = true
    files.forEach((file, index) =>
      add(file, target.value && (index > 0 || items.value.length > 0) ? text.file.oneOnly : null),
    )
  }

  function add(file: File, rejection: string | null) {
    const mime = mimeOf(file)
    const failure = rejection ?? fileError(file, target.value)
    const title = target.value?.title ?? suggestTitle(file)
    const item: Upload = {
      id: ++last,
      name: file.name,
      bytes: file.size,
      isNamed: hasOwnName(file),
      kind: mime ? kindOf(mime) : 'image',
      title,
      revises: target.value?.id,
      preview: failure ? null : URL.createObjectURL(file),
      state: failure ? 'rejected' : 'ready',
      sent: 0,
      failure,
    }
    if (mime && !failure) running.set(item.id, { job: { file, mime, title }, stop: new AbortController() })
    items.value.push(item)
    if (!failure && !target.value && item.isNamed) suggest(item)
  }

  /** The artifacts that a file may revise: two files of a list cannot revise the same artifact. */
  function artifactsFor({ id, kind }: Upload) {
    const revised = new Set(items.value.filter(each => each.id !== id).map(each => each.revises))
    return artifacts.value.filter(each => each.kind === kind && !revised.has(each.id))
  }

  function suggest(item: Upload, size?: { width: number; height: number }) {
    item.revises = suggestArtifact({ ...item, ...size }, artifactsFor(item))?.id
  }

  function measure(item: Upload, size: { width: number; height: number }) {
    const isOpen = item.state === 'ready' && !target.value && item.isNamed && item.revises === undefined
    if (isOpen) suggest(item, size)
  }

  async function rejectUnreadable(item: Upload) {
    const file = running.get(item.id)?.job.file
    if (item.state !== 'ready' || !file) return
    Object.assign(item, { state: 'rejected', failure: text.file.unsupported(item.name) })
    item.failure = (await contentError(file)) ?? item.failure
  }

  function start() {
    for (const each of items.value) if (each.state === 'ready') each.state = 'waiting'
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
    const current = running.get(item.id)
    if (!current) return
    const { job, stop } = current
    job.title = item.title
    job.revises = item.revises || undefined
    Object.assign(item, { state: 'sending', sent: 0, failure: null })
    try {
      current.done = await upload(job, {
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

  /** Shows the first evidence that was added. Closes the dialog, unless a file failed. */
  async function finish() {
    await refresh()
    const first = items.value.map(each => running.get(each.id)?.done).find(Boolean)
    const place = artifacts.value.find(each => each.id === first?.artifactId)
    if (place) {
      openThread(undefined)
      openArtifact(
        place,
        place.revisions.find(each => each.id === first?.revisionId),
      )
    }
    if (items.value.length > 0 && items.value.every(each => each.state === 'done')) isDialogOpen.value = false
  }

  function remove(item: Upload) {
    const current = running.get(item.id)
    items.value = items.value.filter(each => each.id !== item.id)
    running.delete(item.id)
    if (item.preview) URL.revokeObjectURL(item.preview)
    if (current && item.state !== 'done') {
      current.stop.abort()
      void discard(current.job)
    }
  }

  function close({ keepChosen = false } = {}) {
    if (!keepChosen || !hasChosen()) clear()
    isDialogOpen.value = false
  }

  function clear() {
    for (const each of [...items.value]) remove(each)
  }

  return {
    isDialogOpen,
    target,
    items,
    busy,
    artifactsFor,
    measure,
    rejectUnreadable,
    openDialog,
    start,
    remove,
    close,
    allowed: computed(() => canIn(payload.value?.project.workspaceId, 'uploadEvidence')),
    retry(item) {
      item.state = 'waiting'
      next()
    },
  }
}
