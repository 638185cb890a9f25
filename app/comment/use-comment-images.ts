import { ApiError } from '#shared/client'
import { limits } from '#shared/contract/kit/limits'
import type { CommentImage } from '#shared/contract/thread'
import { text } from '~/text/thread'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { imageError, sendImage } from './send-image'
import { imagesName, readDraftText, saveDraftText } from '~/ui/page/use-draft-text'

/** An image of a comment that is being written. */
export interface ImageDraft {
  key: string
  name: string
  /** The URL of the picture that the form shows. */
  src: string
  /** The uploaded image; null until the upload is complete. */
  image: CommentImage | null
  /** The fraction of the bytes that were sent, from 0 to 1. */
  share: number
  /** The reason why the upload failed; empty if it did not fail. */
  failure: string
  /** The file to upload; undefined for an image that was uploaded before the page was opened. */
  file?: File
}

/**
 * The images of a comment that is being written. Their upload starts when they are added, one after another.
 */
export interface CommentImages {
  readonly items: Readonly<ShallowRef<readonly ImageDraft[]>>
  /** The ids of the uploaded images. */
  readonly ids: ComputedRef<string[]>
  /** Whether all images are uploaded, so that the comment can be sent. */
  readonly areReady: ComputedRef<boolean>
  /** Whether the images differ from those that the comment had before it was edited. */
  readonly areChanged: ComputedRef<boolean>
  /** The reason why files were not added or why an upload failed; empty if nothing failed. */
  readonly problem: ComputedRef<string>
  /** The latest change of the images, as a text for screen readers. */
  readonly status: Ref<string>
  add: (files: readonly File[]) => void
  remove: (item: ImageDraft) => void
  retry: (item: ImageDraft) => void
  /** Marks an image as missing, because it was deleted and cannot be shown. */
  markMissing: (item: ImageDraft) => void
  /**
   * Returns functions that restore or remove the images that the form has when `snapshot` is called. Both
   * functions also work after the form was unmounted. `clear` does not remove images that were added later.
   */
  snapshot: () => { restore: () => void; clear: () => void }
}

let uploads = 0

/**
 * The images of a comment that is being written. They are stored under a name, so that they survive when the
 * tab is closed. `initial`: the images that the comment already has.
 */
export function useCommentImages(
  reviewId: string,
  name: () => string,
  initial: readonly CommentImage[] = [],
): CommentImages {
  const items = shallowRef<readonly ImageDraft[]>([])
  const refusal = ref('')
  const status = ref('')
  const running = new Map<string, AbortController>()
  let last = Promise.resolve()
  const storeName = () => imagesName(name())

  const isInitial = (images: readonly CommentImage[]) =>
    images.map(each => each.id).join() === initial.map(each => each.id).join()
  const uploaded = () => items.value.flatMap(each => each.image ?? [])

  function load() {
    const stored = readStored(storeName())
    items.value = (stored ?? initial).map(itemOf)
    refusal.value = ''
  }

  function show(now: readonly ImageDraft[]) {
    items.value = now
    store(storeName(), uploaded(), isInitial)
  }
  const change = (key: string, changed: Partial<ImageDraft>) =>
    show(items.value.map(each => (each.key === key ? { ...each, ...changed } : each)))

  async function upload({ key, name: shown, file }: ImageDraft, at: string) {
    const controller = running.get(key)
    if (!file || !controller || controller.signal.aborted) return
    try {
      status.value = text.images.uploading(shown)
      const { signal } = controller
      const image = await sendImage(reviewId, file, {
        signal,
        onProgress: share => change(key, { share }),
      })
      status.value = text.images.attached(shown)
      if (storeName() === at) change(key, { image, share: 1 })
      // The form has changed to another comment, so the image is only stored for the previous one.
      else store(at, [...(readStored(at) ?? initial), image], isInitial)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'aborted') return
      change(key, { failure: error instanceof ApiError ? error.message : text.images.failed })
    } finally {
      running.delete(key)
    }
  }

  function start(item: ImageDraft) {
    const at = storeName()
    running.set(item.key, new AbortController())
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
      // If an image is dragged from another web page, a browser announces a file but does not provide it.
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
      items.value = [...items.value, ...added]
      added.forEach(start)
    },
    remove(item) {
      running.get(item.key)?.abort()
      refusal.value = ''
      status.value = text.images.removed(item.name)
      show(items.value.filter(each => each.key !== item.key))
    },
    retry(item) {
      change(item.key, { failure: '', share: 0 })
      start(item)
    },
    markMissing: ({ key }) => change(key, { failure: text.images.deleted }),
    snapshot() {
      const [at, was] = [storeName(), items.value]
      const images = uploaded()
      return {
        restore() {
          store(at, images, isInitial)
          if (storeName() === at) items.value = images.map(itemOf)
        },
        clear() {
          for (const { key } of was) running.get(key)?.abort()
          store(at, initial, isInitial)
          if (storeName() !== at) return
          const added = items.value.filter(each => was.every(({ key }) => key !== each.key))
          show([...initial.map(itemOf), ...added])
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
  key: `upload-${++uploads}`,
  name: file.name,
  // The URL is freed together with the page, because the form may be closed and opened again before that.
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

function readStored(name: string): CommentImage[] | null {
  const stored = readDraftText(name)
  return stored === '' ? null : (JSON.parse(stored) as CommentImage[])
}

function store(
  name: string,
  images: readonly CommentImage[],
  isInitial: (images: readonly CommentImage[]) => boolean,
): void {
  saveDraftText(name, isInitial(images) ? '' : JSON.stringify(images))
}
