import type { CompletionResult } from '#shared/contract/upload'
import { ApiError } from '~/ui/use-api'
import type { ReviewSource } from '~/review/use-review-source'
import type { Selection } from '~/review/use-selection'
import type { Artifact } from '#shared/contract/artifact'
import { mimeOf, fileError, suggestTitle } from '~/evidence/file'
import { errorMessage } from '~/ui/error-message'
import type { ComputedRef, InjectionKey, Ref, ShallowRef } from 'vue'
import type { UploadJob } from './use-evidence-upload'

/** How many files are sent at the same time. */
const MAX_PARALLEL = 2

/** A file a person adds, as the dialog shows it. `refused` cannot be sent; `failed` can be tried again. */
export interface Upload {
  id: number
  name: string
  bytes: number
  title: string
  state: 'ready' | 'waiting' | 'sending' | 'checking' | 'done' | 'failed' | 'refused'
  /** Share of its bytes that are sent. */
  sent: number
  failure: string | null
}

interface Running {
  job: UploadJob
  stop: AbortController
  done?: CompletionResult
}

/** Adding evidence to the review of the page, in the dialog. */
export interface Uploads {
  /** Whether the dialog is open. */
  readonly asking: Ref<boolean>
  /** The artifact that the file becomes a revision of; undefined: each file becomes an artifact. */
  readonly target: Readonly<ShallowRef<Artifact | undefined>>
  readonly items: Ref<Upload[]>
  readonly busy: ComputedRef<boolean>
  /** Whether the person may add evidence. */
  readonly allowed: ComputedRef<boolean>
  /** Opens the dialog with these files, or to choose some; as a revision of an artifact when one is given. */
  ask: (files?: File[], of?: Artifact) => void
  /** Sends every file that is ready, a few at a time. */
  start: () => void
  /** Sends a file again that failed. */
  retry: (item: Upload) => void
  /** Takes a file off the list. What was sent of it is deleted. */
  remove: (item: Upload) => void
  /** Removes every file and closes the dialog. */
  close: () => void
}

const key: InjectionKey<Uploads> = Symbol('uploads')

/** Lets the components of a review page add evidence. */
export function provideUploads(source: ReviewSource, selection: Selection): Uploads {
  const uploads = createUploads(source, selection)
  provide(key, uploads)
  return uploads
}

/** Adding evidence to the page's review; undefined where nobody can, as for a share link. */
export function useUploads(): Uploads | undefined {
  return inject(key, undefined)
}

function createUploads(
  { id, payload, ownRevisionIds, refresh }: ReviewSource,
  { artifacts, openArtifact, openThread }: Selection,
): Uploads {
  const { canIn } = useWorkspace()
  const { upload, discard } = useEvidenceUpload(id)
  const asking = ref(false)
  const target = shallowRef<Artifact>()
  const items = ref<Upload[]>([])
  const running = new Map<number, Running>()
  let last = 0

  const busy = computed(() =>
    items.value.some(each => ['waiting', 'sending', 'checking'].includes(each.state)),
  )

  function ask(files: File[] = [], of?: Artifact) {
    if (!asking.value) {
      items.value = []
      target.value = of
    }
    asking.value = true
    files.forEach((file, index) =>
      add(
        file,
        target.value && (index > 0 || items.value.length > 0)
          ? 'A revision is a single file. Add this one separately.'
          : null,
      ),
    )
  }

  function add(file: File, refusal: string | null) {
    const mime = mimeOf(file)
    const failure = refusal ?? fileError(file, target.value)
    const title = target.value?.title ?? suggestTitle(file)
    const item: Upload = {
      id: ++last,
      name: file.name,
      bytes: file.size,
      title,
      state: failure ? 'refused' : 'ready',
      sent: 0,
      failure,
    }
    if (mime && !failure)
      running.set(item.id, {
        job: { file, mime, title, revises: target.value?.id },
        stop: new AbortController(),
      })
    items.value.push(item)
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
      // Bytes that were refused are deleted: the same file would be refused again.
      const refused = error.status === 422 || error.status === 402
      Object.assign(item, { state: refused ? 'refused' : 'failed', failure: errorMessage(error) })
      if (refused) void discard(job)
    }
    next()
    if (!busy.value) await settle()
  }

  /** When nothing is under way: shows what was added, and closes the dialog unless a file failed. */
  async function settle() {
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
    if (items.value.length > 0 && items.value.every(each => each.state === 'done')) asking.value = false
  }

  function remove(item: Upload) {
    const current = running.get(item.id)
    items.value = items.value.filter(each => each.id !== item.id)
    running.delete(item.id)
    if (current && item.state !== 'done') {
      current.stop.abort()
      void discard(current.job)
    }
  }

  function close() {
    for (const each of [...items.value]) remove(each)
    asking.value = false
  }

  return {
    asking,
    target,
    items,
    busy,
    ask,
    start,
    remove,
    close,
    allowed: computed(() => canIn(payload.value?.project.workspaceId, 'contribute')),
    retry(item) {
      item.state = 'waiting'
      next()
    },
  }
}
