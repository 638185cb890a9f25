import { ApiError } from '#shared/client'
import { limits } from '#shared/contract/kit/limits'
import type { CommentImage } from '#shared/contract/thread'
import { text } from '~/text/thread'
import type { ComputedRef, Ref } from 'vue'
import { imageError, sendError, sendImage } from './send-image'
import { parseStored } from '~/ui/page/device-storage'
import { imagesName, readDraftText, saveDraftText, type DraftSnapshot } from '~/ui/page/use-draft-text'

/** An image of a comment that is being written. */
export interface ImageDraft {
  key: string
  name: string
  /** The URL of the picture that the form shows. */
  src: string
  /** The uploaded image; null until the upload is complete. */
  image: CommentImage | null
  /** The fraction of the file that is uploaded, from 0 to 1. */
  share: number
  /** The reason why the upload failed; empty if it did not fail. */
  failure: string
  /** The file to upload; undefined for an image that was uploaded before the page was opened. */
  file?: File
}

/**
 * The images of a comment that is being written. Added images are uploaded immediately, one after another.
 */
export interface CommentImages {
  readonly items: ComputedRef<readonly ImageDraft[]>
  /** The ids of the uploaded images. */
  readonly ids: ComputedRef<string[]>
  /** Whether all images are uploaded, so that the comment can be sent. */
  readonly areReady: ComputedRef<boolean>
  /** Whether the images differ from the images of the comment before it was edited. */
  readonly areChanged: ComputedRef<boolean>
  /** The reason why files were not added or why an upload failed; empty if nothing failed. */
  readonly problem: ComputedRef<string>
  /** The latest change of the images, as a text for screen readers. */
  readonly status: Ref<string>
  add: (files: readonly File[]) => void
  remove: (item: ImageDraft) => void
  retry: (item: ImageDraft) => void
  /** Marks an image as missing. Call this if the image cannot be shown because it was deleted. */
  markMissing: (item: ImageDraft) => void
  snapshot: () => DraftSnapshot
}

/**
 * The images of the comments that are being written on this page. The keys are the names under which the
 * images are stored. If a form is closed and opened again during an upload, both instances of the form use
 * the same list.
 */
const lists = shallowReactive(new Map<string, readonly ImageDraft[]>())
/** The waiting and running uploads. The keys are the keys of the images. */
const uploads = new Map<string, AbortController>()
let uploadCount = 0

/**
 * Replaces the list of a comment. Aborts the uploads of removed images, and revokes the object URLs of their
 * pictures.
 */
function setList(name: string, images: readonly ImageDraft[]): void {
  const keys = new Set(images.map(each => each.key))
  for (const { key, src } of lists.get(name) ?? []) {
    if (keys.has(key)) continue
    uploads.get(key)?.abort()
    URL.revokeObjectURL(src)
  }
  lists.set(name, images)
}

const uploadedIn = (images: readonly ImageDraft[]) => images.flatMap(each => each.image ?? [])

/**
 * The images of a comment that is being written. The uploaded images are stored under a name, so that they
 * are not lost when the tab is closed. `initial`: the images that the comment had before it was edited.
 */
export function useCommentImages(
  reviewId: string,
  name: () => string,
  initial: readonly CommentImage[] = [],
): CommentImages {
  let last = Promise.resolve()
  const storeName = () => imagesName(name())
  const items = computed(() => lists.get(storeName()) ?? [])
  const refusal = ref('')
  const status = ref('')

  const isInitial = (images: readonly CommentImage[]) =>
    images.map(each => each.id).join() === initial.map(each => each.id).join()
  const uploaded = () => uploadedIn(items.value)

  /**
   * Shows the stored images, which another tab may have changed, and the images that are not uploaded yet.
   */
  function load() {
    const known = items.value
    const stored = readStored(storeName()) ?? initial
    setList(storeName(), [
      ...stored.map(image => known.find(each => each.image?.id === image.id) ?? itemOf(image)),
      ...known.filter(each => each.image === null),
    ])
    refusal.value = ''
  }

  /** Shows the images of a comment and stores them under the name `at`. */
  function put(at: string, images: readonly ImageDraft[]) {
    setList(at, images)
    const toStore = uploadedIn(images)
    saveDraftText(at, isInitial(toStore) ? '' : JSON.stringify(toStore))
  }
  const change = (at: string, key: string, changed: Partial<ImageDraft>) =>
    put(
      at,
      (lists.get(at) ?? []).map(each => (each.key === key ? { ...each, ...changed } : each)),
    )

  async function upload({ key, name: shown, file }: ImageDraft, at: string) {
    const signal = uploads.get(key)?.signal
    if (!file || !signal || signal.aborted) return
    try {
      status.value = text.images.uploading(shown)
      const onProgress = (share: number) => change(at, key, { share })
      const image = await sendImage(reviewId, file, { signal, onProgress })
      status.value = text.images.attached(shown)
      change(at, key, { image, share: 1 })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'aborted') return
      change(at, key, {
        failure: error instanceof ApiError ? await sendError(error, file) : text.images.failed,
      })
    } finally {
      uploads.delete(key)
    }
  }

  function start(item: ImageDraft) {
    const at = storeName()
    uploads.set(item.key, new AbortController())
    last = last.then(() => upload(item, at))
  }

  onMounted(load)
  watch(storeName, load)

  return {
    items,
    ids: computed(() => uploaded().map(each => each.id)),
    areReady: computed(() => items.value.every(each => each.image !== null && each.failure === '')),
    areChanged: computed(() => !isInitial(uploaded()) || items.value.some(each => each.image === null)),
    problem: computed(() => refusal.value || problemOf(items.value)),
    status,
    add(files) {
      // When an image is dragged from another web page, some browsers announce a file but provide none.
      if (files.length === 0) {
        refusal.value = text.images.ofPage
        return
      }
      const errors = files.map(imageError)
      const free = limits.commentImages - items.value.length
      const accepted = files.filter((_, index) => errors[index] === null)
      refusal.value =
        errors.find(each => each !== null) ??
        (accepted.length > free ? text.images.limit(limits.commentImages) : '')
      const added = accepted.slice(0, Math.max(0, free)).map(newItem)
      setList(storeName(), [...items.value, ...added])
      added.forEach(start)
    },
    remove(item) {
      refusal.value = ''
      status.value = text.images.removed(item.name)
      put(
        storeName(),
        items.value.filter(each => each.key !== item.key),
      )
    },
    retry(item) {
      change(storeName(), item.key, { failure: '', share: 0 })
      start(item)
    },
    markMissing: ({ key }) => change(storeName(), key, { failure: text.images.deleted }),
    snapshot() {
      const [at, was] = [storeName(), items.value]
      return {
        restore: () => put(at, uploadedIn(was).map(itemOf)),
        clear() {
          const added = (lists.get(at) ?? []).filter(each => was.every(({ key }) => key !== each.key))
          put(at, [...initial.map(itemOf), ...added])
        },
      }
    },
  }
}

const itemOf = (image: CommentImage): ImageDraft => ({
  key: image.id,
  name: image.name,
  src: `${image.url}?w=320`,
  image,
  share: 1,
  failure: '',
})

const newItem = (file: File): ImageDraft => ({
  key: `upload-${++uploadCount}`,
  name: file.name,
  src: URL.createObjectURL(file),
  image: null,
  share: 0,
  failure: '',
  file,
})

function problemOf(items: readonly ImageDraft[]): string {
  const failed = items.filter(each => each.failure !== '')
  const [first] = failed
  if (!first) return ''
  return failed.length === 1
    ? text.images.problem(first.name, first.failure)
    : text.images.problems(failed.length, first.failure)
}

/** Returns the stored images; undefined if none are stored, or if the stored text is not valid. */
const readStored = (name: string) =>
  parseStored<CommentImage[]>(readDraftText(name), images => images.every(isImage))

const isImage = ({ id, name, url }: CommentImage) => [id, name, url].every(each => typeof each === 'string')
