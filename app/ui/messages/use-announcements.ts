import { announcedText } from '~/ui/messages/announced-text'
import { pageStore } from '~/ui/page/page-store'
import type { Ref } from 'vue'

/** The announcements of the page to screen readers, all in one live region. */
export interface Announcements {
  /** The text of the live region; empty until the first announcement. */
  readonly message: Readonly<Ref<string>>
  /** Announces a text without moving the focus. Texts of one update are announced together, in order. */
  announce: (text: string) => void
}

const store = pageStore<Announcements>('announcements')

/** The announcements of the page. */
export function useAnnouncements(): Announcements {
  return store.use()
}

/** Shares the announcements of the page with its components. */
export function provideAnnouncements(): Announcements {
  const message = ref('')
  let waiting: string[] = []

  function show() {
    const text = waiting.join('. ')
    waiting = []
    message.value = announcedText(text, message.value)
  }

  return store.provide({
    message,
    announce(text) {
      waiting.push(text)
      if (waiting.length === 1) void nextTick(show)
    },
  })
}
