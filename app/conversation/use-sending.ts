import { ApiError } from '~/ui/use-api'
/** What a person wrote on its way: `known` are the ids there were before it was sent for the first time. */
interface Waiting<L> {
  letter: L
  sent: () => void
  known: ReadonlySet<string>
  tries: number
}
/** A server that answers, but never this, is not asked for ever. */
const MOST_TRIES = 5

/** `written`: the ids of what the person has written there so far, with its words. */
interface Post<L> {
  post: (letter: L) => Promise<unknown>
  written: () => { id: string; body: string }[]
}

/**
 * Sends a note or a reply, and sends it again when the server is back, or the person has signed in again. The
 * first attempt may have arrived with only its answer lost, so before the second the review is read: what
 * stands there is not sent twice.
 */
export function useSending<L extends { body: string }>({ post, written }: Post<L>) {
  const { refresh } = useReview()
  const { offline, sessionExpired } = useConnection()
  const waiting = shallowRef<Waiting<L> | null>(null)

  const {
    run: attempt,
    busy,
    failure,
  } = useAction(async (note: Waiting<L>) => {
    try {
      await post(note.letter)
    } catch (error) {
      waiting.value =
        error instanceof ApiError && (error.offline || error.status === 401) && note.tries < MOST_TRIES
          ? { ...note, tries: note.tries + 1 }
          : null
      throw error
    }
    waiting.value = null
    note.sent()
  })

  watch(
    () => offline.value || sessionExpired.value,
    async stopped => {
      const note = waiting.value
      if (stopped || !note) return
      await refresh()
      if (waiting.value !== note) return
      if (!written().some(({ id, body }) => !note.known.has(id) && body.trim() === note.letter.body.trim()))
        return attempt(note)
      waiting.value = null
      failure.value = null
      note.sent()
    },
  )

  return {
    busy,
    /** What to say of a send that failed; empty when none did. */
    told: computed(() => {
      if (!failure.value) return ''
      if (failure.value.status === 401)
        return 'Your session has ended. Your text is kept. It is sent as soon as you are signed in again.'
      if (waiting.value)
        return `${failure.value.message} Your text is kept. It is sent as soon as the server answers again.`
      return [failure.value.message, failure.value.hint, 'Your text is kept.'].filter(Boolean).join(' ')
    }),
    send: (letter: L, sent: () => void) =>
      attempt({
        letter,
        sent,
        known: waiting.value?.known ?? new Set(written().map(each => each.id)),
        tries: 1,
      }),
    /** Gives up what waits and what failed: the text was changed, or dropped. */
    forget() {
      waiting.value = null
      failure.value = null
    },
  }
}
