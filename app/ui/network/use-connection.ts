const PROBE_MS = 4000
/**
 * Milliseconds between the probes after the browser is online again. At the time of the event, some networks
 * do not yet transfer data.
 */
const RETURN_PROBE_MS = 500
/** The number of probes in short succession after the browser is online again. */
const RETURN_PROBES = 6
/**
 * Milliseconds between a failed request and the first probe of the server. The delay limits the rate at which
 * a request that always fails is repeated.
 */
const FIRST_PROBE_MS = 1000
// A module variable: there is one timer per browser tab, no matter which component reported the failure. It
// is set in the browser only.
let timer: ReturnType<typeof setTimeout> | undefined
/** The number of the last probe. Results of earlier probes are ignored. */
let lastProbe = 0

/**
 * The connection to the server, updated by every API call. `offline`: the server is unreachable; it is probed
 * until it responds. `sessionExpired`: the server no longer accepts the session. `signInPrompted`: the dialog
 * to sign in again is open.
 */
export function useConnection() {
  const offline = useState('offline', () => false)
  const sessionExpired = useState('session-expired', () => false)
  const signInPrompted = useState('sign-in-prompted', () => false)

  /**
   * Checks whether the server responds, and repeats the check until it does. `quick`: the number of further
   * checks that follow each other after {@link RETURN_PROBE_MS}, because the network has just returned.
   */
  async function probe(quick = 0) {
    clearTimeout(timer)
    lastProbe += 1
    const number = lastProbe
    try {
      await $fetch('/api/health', { retry: 0, timeout: PROBE_MS })
      if (number === lastProbe) offline.value = false
    } catch {
      if (number !== lastProbe) return
      offline.value = true
      timer = setTimeout(() => void probe(quick - 1), quick > 0 ? RETURN_PROBE_MS : PROBE_MS)
    }
  }
  /** Checks the server when the browser says that it is online again. */
  const probeReturn = () => probe(RETURN_PROBES)

  /** Updates the state from the status of an API call, which is 0 without a response. */
  function reportStatus(status: number, wasSignedIn: boolean) {
    if (import.meta.server) return
    // While the browser is offline, a late response does not change the state: only a probe does.
    if (status > 0 && navigator.onLine) {
      offline.value = false
      clearTimeout(timer)
    } else if (status === 0 && !offline.value) {
      offline.value = true
      clearTimeout(timer)
      timer = setTimeout(() => void probe(), FIRST_PROBE_MS)
    }
    if (status === 401 && wasSignedIn && !sessionExpired.value) {
      sessionExpired.value = true
      signInPrompted.value = true
    }
  }

  return { offline, sessionExpired, signInPrompted, probe, probeReturn, reportStatus }
}
