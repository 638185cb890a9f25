const PROBE_MS = 4000
/** After a call that came to nothing: long enough that one that always fails is not sent on and on. */
const FIRST_PROBE_MS = 1000
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Whether the server answers, and whether it still knows the person. Told by every typed call; while the
 * server cannot be reached it is asked now and then, so that what waits can go on. `ended`: the session is
 * over, and the person is asked to sign in, or put that off.
 */
export function useConnection() {
  const lost = useState('connection-lost', () => false)
  const ended = useState<false | 'asking' | 'later'>('session-ended', () => false)

  async function probe() {
    clearTimeout(timer)
    try {
      await $fetch('/api/health', { retry: 0, timeout: PROBE_MS })
      lost.value = false
    } catch {
      lost.value = true
      timer = setTimeout(() => void probe(), PROBE_MS)
    }
  }

  return {
    lost,
    ended,
    probe,
    /** What a call came to: its status, 0 when no answer came. */
    tell(status: number, wasSignedIn: boolean) {
      if (import.meta.server) return
      if (status > 0) lost.value = false
      else if (!lost.value) {
        lost.value = true
        clearTimeout(timer)
        timer = setTimeout(() => void probe(), FIRST_PROBE_MS)
      }
      if (status === 401 && wasSignedIn && ended.value === false) ended.value = 'asking'
    },
  }
}
