import type { Ref } from 'vue'
import { deviceStorage } from './device-storage'

const PREFIX = 'draft:'
/** The storage key of the id of the person who wrote the drafts. */
const AUTHOR = 'draft-author'

/**
 * Increases when a draft is created or deleted on this page, so that computed values read the drafts again.
 */
export const draftChanges = ref(0)

/** The texts that the forms of this page show, by name. All forms with the same name show the same text. */
const shownTexts = shallowReactive(new Map<string, string>())

/** Returns the storage names of all saved drafts. */
export const storedDraftNames = (): string[] =>
  deviceStorage
    .keys()
    .filter(key => key.startsWith(PREFIX))
    .map(key => key.slice(PREFIX.length))

/** The text that is stored under a name; empty if there is none. */
export const readDraftText = (name: string): string => deviceStorage.read(PREFIX + name) ?? ''

/**
 * Stores a text under a name, until the person signs out. An open form with this name shows the text. An
 * empty text deletes the stored text.
 */
export function saveDraftText(name: string, text: string): void {
  const isNew = readDraftText(name) === ''
  if (text) deviceStorage.write(PREFIX + name, text)
  else deviceStorage.remove(PREFIX + name)
  shownTexts.set(name, text)
  if (isNew === (text !== '')) draftChanges.value++
}

/**
 * Restores a text that was sent and then withdrawn. If another text was stored under the name since then,
 * appends that text to the restored text.
 */
export function restoreDraftText(name: string, text: string): void {
  const since = readDraftText(name)
  saveDraftText(name, since.trim() && since !== text ? `${text}\n\n${since}` : text)
}

/** The name under which the images of a comment are stored. Its text is stored separately. */
export const imagesName = (name: string): string => `images:${name}`

/** Returns whether a comment with text or images is stored under a name. */
export const hasDraft = (name: string): boolean =>
  readDraftText(name).trim() !== '' || readDraftText(imagesName(name)) !== ''

/**
 * The text or the images of a draft as they were at one time. Both functions also work after the form of the
 * draft was unmounted.
 */
export interface DraftSnapshot {
  /** Restores the text or the images. */
  restore: () => void
  /** Deletes the images of the snapshot, or the text if it was not changed after the snapshot. */
  clear: () => void
}

/** Returns one snapshot for the text and the images of a comment. */
export const combineSnapshots = (parts: readonly DraftSnapshot[]): DraftSnapshot => ({
  restore: () => parts.forEach(each => each.restore()),
  clear: () => parts.forEach(each => each.clear()),
})

/** A text that is being typed. */
export interface DraftText {
  readonly text: Ref<string>
  snapshot: () => DraftSnapshot
}

/** A text that is stored on this device while it is typed, so that it survives when the tab is closed. */
export function useDraftText(name: () => string): DraftText {
  const text = computed({
    get: () => shownTexts.get(name()) ?? '',
    set: now => saveDraftText(name(), now),
  })
  const load = () => shownTexts.set(name(), readDraftText(name()))
  // Loads the text after the form is mounted: the server renders an empty form, and hydration must render the
  // same.
  onMounted(load)
  watch(name, load)
  return {
    text,
    snapshot() {
      const [at, was] = [name(), text.value]
      return {
        restore: () => saveDraftText(at, was),
        clear() {
          // The stored text is empty if another tab has deleted it.
          if (['', was].includes(readDraftText(at))) saveDraftText(at, '')
        },
      }
    },
  }
}

/** Deletes all stored drafts. Call this when a person signs out. */
export function clearDraftTexts(): void {
  for (const name of storedDraftNames()) saveDraftText(name, '')
  deviceStorage.remove(AUTHOR)
}

/**
 * Deletes the drafts of the person who used this browser before, unless this is the same person. Call this
 * when the person who is signed in is known.
 */
export function keepDraftsOf(personId: string): void {
  const before = deviceStorage.read(AUTHOR)
  if (before !== null && before !== personId) clearDraftTexts()
  deviceStorage.write(AUTHOR, personId)
}
