import type { ReviewState } from '~/review-state/provide-review-state'
import type { Size } from '#shared/annotation/projection'
import type { Artifact } from '#shared/contract/artifact'
import { kindOf } from '#shared/contract/media-types'
import { fileError, hasOwnName, suggestArtifact, suggestTitle } from '~/evidence/file'
import { mimeOf } from '~/evidence/media-type'
import type { ComputedRef, InjectionKey, Ref, ShallowRef } from 'vue'
import type { Upload } from './use-upload-queue'
import { upload as text } from '~/text/evidence'

/** The dialog that uploads evidence to the page's review. */
export interface Uploads {
  readonly isDialogOpen: Ref<boolean>
  /** The artifact to which the file is added as a revision; undefined if each file becomes a new artifact. */
  readonly target: Readonly<ShallowRef<Artifact | undefined>>
  readonly items: Ref<Upload[]>
  readonly busy: ComputedRef<boolean>
  /** The artifacts that a file can revise: artifacts of its kind that no other file of the list revises. */
  artifactsFor: (item: Upload) => Artifact[]
  /**
   * Suggests the artifact that a file revises by the pixel size of the file, unless the title or the person
   * has already determined the artifact. `size`: null rejects the file, because the browser cannot show it.
   */
  measure: (item: Upload, size: Size | null) => void
  /** Whether the person may add evidence. */
  readonly allowed: ComputedRef<boolean>
  /**
   * Opens the dialog and adds files to the files that were chosen before and not removed by {@link close}.
   * With `of`, the file becomes a revision of this artifact.
   */
  openDialog: (files?: File[], of?: Artifact) => void
  /** Sends all files that are ready, a few at the same time. */
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

/** Returns a key that no other round of the review has. Not a UUID, which needs a page with HTTPS. */
const newRoundKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

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
  source: { id, payload, rounds, refresh },
  readState: { ownRevisionIds },
  selection: { artifacts, openArtifact, openThread },
}: ReviewState): Uploads {
  const { canIn } = useWorkspace()
  const isDialogOpen = ref(false)
  const target = shallowRef<Artifact>()
  const items = ref<Upload[]>([])
  const queue = useUploadQueue(id, items, ownRevisionIds, finish)
  let last = 0

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
    if (mime && !failure) queue.add(item, { file, mime, title })
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

  function measure(item: Upload, size: Size | null) {
    if (!size) return void queue.rejectUnreadable(item)
    const isOpen = item.state === 'ready' && !target.value && item.isNamed && item.revises === undefined
    if (isOpen) suggest(item, size)
  }

  /** Shows the first evidence that was added. Closes the dialog, unless a file failed. */
  async function finish() {
    await refresh()
    const first = items.value.map(queue.resultOf).find(Boolean)
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

  /**
   * Sends the chosen files. In a review that has rounds, several files share a round. A single file needs no
   * key: the server then gives it a round that does not close the round of an agent.
   */
  function start() {
    const ready = items.value.filter(each => each.state === 'ready')
    queue.start(rounds.value.length > 0 && ready.length > 1 ? newRoundKey() : undefined)
  }

  function remove(item: Upload) {
    items.value = items.value.filter(each => each.id !== item.id)
    queue.remove(item)
    if (item.preview) URL.revokeObjectURL(item.preview)
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
    busy: queue.busy,
    artifactsFor,
    measure,
    openDialog,
    start,
    retry: queue.retry,
    remove,
    close,
    allowed: computed(() => canIn(payload.value?.project.workspaceId, 'uploadEvidence')),
  }
}
