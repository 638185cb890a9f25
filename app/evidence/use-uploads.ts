import type { CompletionResult } from '#shared/contract/upload'
import { ApiError } from '~/ui/use-api'
import type { provideReview } from '~/review/use-review'
import type { Artifact } from '#shared/contract/artifact'
import { mimeOf, refusalOf, titleOf } from '~/evidence/file'
import { errorMessage } from '~/ui/error-message'
import type { Consignment } from './use-evidence-upload'

/** So many files are sent side by side. */
const AT_ONCE = 2

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
  consignment: Consignment
  stop: AbortController
  done?: CompletionResult
}

const key = Symbol('uploads') as InjectionKey<ReturnType<typeof createUploads>>

/** Lets the components of a review page add evidence. */
export function provideUploads(review: ReturnType<typeof provideReview>) {
  const uploads = createUploads(review)
  provide(key, uploads)
  return uploads
}

/** Adding evidence to the page's review; undefined where nobody can. */
export const useUploads = () => inject(key, undefined)

function createUploads({
  id,
  payload,
  artifacts,
  own,
  refresh,
  openArtifact,
  openThread,
}: ReturnType<typeof provideReview>) {
  const { canIn } = useWorkspace()
  const { send, discard } = useEvidenceUpload(id)
  const asking = ref(false)
  const target = shallowRef<Artifact>()
  const items = ref<Upload[]>([])
  const running = new Map<number, Running>()
  let last = 0

  const busy = computed(() =>
    items.value.some(each => ['waiting', 'sending', 'checking'].includes(each.state)),
  )

  /** Opens the dialog with files to add, or to choose there; as revisions of `of` when it is given. */
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
    const failure = refusal ?? refusalOf(file, target.value)
    const title = target.value?.title ?? titleOf(file)
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
        consignment: { file, mime, title, revises: target.value?.id },
        stop: new AbortController(),
      })
    items.value.push(item)
  }

  /** Sends everything that is ready, a few at a time. */
  function start() {
    for (const each of items.value) if (each.state === 'ready') each.state = 'waiting'
    next()
  }

  function next() {
    const sending = items.value.filter(each => each.state === 'sending' || each.state === 'checking').length
    for (const each of items.value
      .filter(each => each.state === 'waiting')
      .slice(0, Math.max(0, AT_ONCE - sending)))
      void carry(each)
  }

  async function carry(item: Upload) {
    const run = running.get(item.id)
    if (!run) return
    run.consignment.title = item.title
    Object.assign(item, { state: 'sending', sent: 0, failure: null })
    try {
      run.done = await send(run.consignment, {
        signal: run.stop.signal,
        onDeclared: revisionId => own.value.add(revisionId),
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
      if (refused) void discard(run.consignment)
    }
    next()
    if (!busy.value) await settle()
  }

  /** Once nothing is on its way: shows what was added, and closes unless something is left to be read. */
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

  /** Takes a file off the list; what was sent of it goes. */
  function remove(item: Upload) {
    const run = running.get(item.id)
    items.value = items.value.filter(each => each.id !== item.id)
    running.delete(item.id)
    if (run && item.state !== 'done') {
      run.stop.abort()
      void discard(run.consignment)
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
    /** By role, and by what the page is for. */
    allowed: computed(() => canIn(payload.value?.project.workspaceId, 'contribute')),
    retry(item: Upload) {
      item.state = 'waiting'
      next()
    },
  }
}
