const PREFIX = 'draft:'

/** What is kept under a name. */
export const readDraftText = (name: string) => localStorage.getItem(PREFIX + name) ?? ''

/** Keeps something under a name, beside what is typed: it goes when the person signs out. */
export const saveDraftText = (name: string, text: string) => {
  keep(PREFIX + name, text)
}

/**
 * Text that is being typed, kept on this device under a name until it is sent or dropped: a closed tab loses
 * nothing.
 */
export function useDraftText(name: () => string) {
  const text = ref('')
  const read = (key: string) => {
    text.value = localStorage.getItem(key) ?? ''
  }
  const key = () => PREFIX + name()
  onMounted(() => read(key()))
  watch(key, now => read(now))
  watch(text, now => {
    if (now) keep(key(), now)
    else localStorage.removeItem(key())
  })
  return {
    text,
    /** Puts the text it has now back, also once it was forgotten and the component is gone. */
    keeper: () => {
      const kept = key()
      const was = text.value
      return () => {
        keep(kept, was)
        if (key() === kept) text.value = was
      }
    },
    /** Forgets what was kept under the name it has now, also once the component is gone. */
    forgetter: () => {
      const kept = key()
      return () => {
        localStorage.removeItem(kept)
        if (key() === kept) text.value = ''
      }
    },
  }
}

/** Keeps nothing rather than failing, where the browser's store is full or shut. */
function keep(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // It stays on the page.
  }
}

/** Forgets everything that is being typed, when a person leaves. */
export function clearDraftTexts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}
