import type { Ref } from 'vue'
import { deviceStorage } from './device-storage'

const PREFIX = 'draft:'

/**
 * Increases when a draft is created or deleted on this page, so that computed values read the drafts again.
 */
export const draftChanges = ref(0)

/** Returns the names under which texts are stored. */
export const storedDraftNames = (): string[] =>
  deviceStorage
    .keys()
    .filter(key => key.startsWith(PREFIX))
    .map(key => key.slice(PREFIX.length))

/** The text that is stored under a name; empty if there is none. */
export const readDraftText = (name: string): string => deviceStorage.read(PREFIX + name) ?? ''

/** Stores a text under a name, until the person signs out. An empty text deletes it. */
export const saveDraftText = (name: string, text: string): void => store(PREFIX + name, text)

/** The event that is dispatched on the window when a draft was restored or was deleted after it was sent. */
const RESTORED = 'exhibit:draft-restored'

/**
 * Restores a text that was sent and then withdrawn; an open form shows it again. If another text was written
 * under the name since then, it follows the restored text.
 */
export function restoreDraftText(name: string, text: string): void {
  const since = readDraftText(name)
  store(PREFIX + name, since.trim() && since !== text ? `${text}\n\n${since}` : text)
  dispatchEvent(new Event(RESTORED))
}

/** The name under which the images of a comment are stored. Its text is stored separately. */
export const imagesName = (name: string): string => `images:${name}`

/** Returns whether a comment with text or images is stored under a name. */
export const hasDraft = (name: string): boolean =>
  readDraftText(name).trim() !== '' || readDraftText(imagesName(name)) !== ''

/** A draft as it was at one time. Both functions also work after the form of the draft was unmounted. */
export interface DraftSnapshot {
  /** Restores the text. */
  restore: () => void
  /** Deletes the text, unless it was changed since the snapshot. */
  clear: () => void
}

/** A text that is being typed. */
export interface DraftText {
  readonly text: Ref<string>
  snapshot: () => DraftSnapshot
}

/** A text that is stored on this device while it is typed, so that it survives when the tab is closed. */
export function useDraftText(name: () => string): DraftText {
  const text = ref('')
  const key = () => PREFIX + name()
  const load = () => {
    text.value = readDraftText(name())
  }
  onMounted(() => {
    load()
    addEventListener(RESTORED, load)
  })
  onBeforeUnmount(() => removeEventListener(RESTORED, load))
  watch(key, load)
  watch(text, now => store(key(), now))
  return {
    text,
    snapshot() {
      const [at, was] = [key(), text.value]
      return {
        restore() {
          store(at, was)
          if (key() === at) text.value = was
        },
        clear() {
          const stored = deviceStorage.read(at) ?? was
          if (stored !== was || (key() === at && text.value !== was)) return
          store(at, '')
          if (key() === at) text.value = ''
          // If this form was closed before the message was sent, another form may show the same text.
          dispatchEvent(new Event(RESTORED))
        },
      }
    },
  }
}

/** Stores a text, or deletes an empty one. */
function store(key: string, text: string) {
  const isNew = deviceStorage.read(key) === null
  if (text) deviceStorage.write(key, text)
  else deviceStorage.remove(key)
  if (isNew === (text !== '')) draftChanges.value++
}

/** Deletes all stored drafts, when a person signs out. */
export function clearDraftTexts(): void {
  for (const name of storedDraftNames()) store(PREFIX + name, '')
}
