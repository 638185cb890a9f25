import type { Draft } from './use-review'

/** A note on its way: `known` are the notes there were before it was sent for the first time. */
interface Waiting { body: string, at: Draft | null, sent: () => void, known: Set<string>, tries: number }
/** A server that answers, but never this, is not asked for ever. */
const MOST_TRIES = 5

/**
 * Sends a note, and sends it again when the server is back. The first attempt may have arrived with only its answer lost,
 * so before the second the review is read: a note that stands there is not sent twice.
 */
export function useNoteSending() {
  const { threads, addNote, refresh } = useReview()
  const { lost, ended } = useConnection()
  const { me } = useSession()
  const waiting = shallowRef<Waiting | null>(null)

  const arrived = ({ body, known }: Waiting) => threads.value.some(each => !known.has(each.threadId)
    && each.comment.trim() === body.trim() && each.comments[0]?.author.id === me.value?.user.id)

  const { run: attempt, busy, failure } = useAction(async (note: Waiting) => {
    try {
      await addNote(note.body, note.at)
    } catch (error) {
      waiting.value = error instanceof ApiError && (error.offline || error.status === 401) && note.tries < MOST_TRIES ? { ...note, tries: note.tries + 1 } : null
      throw error
    }
    waiting.value = null
    note.sent()
  })

  watch(() => lost.value || ended.value !== false, async (now) => {
    const note = waiting.value
    if (now || !note) return
    await refresh()
    if (waiting.value !== note) return
    if (!arrived(note)) return void attempt(note)
    waiting.value = null
    failure.value = null
    note.sent()
  })

  return {
    busy, failure, waiting,
    send: (body: string, at: Draft | null, sent: () => void) => attempt({ body, at, sent, known: waiting.value?.known ?? new Set(threads.value.map(each => each.threadId)), tries: 1 }),
    /** Gives up what waits and what failed: the text was changed, or dropped. */
    forget() {
      waiting.value = null
      failure.value = null
    },
  }
}
