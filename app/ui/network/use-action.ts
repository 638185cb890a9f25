import { ApiError } from '#shared/client'

/**
 * Runs one action of a person, such as the action of a dialog. Holds the state of the action, so that the
 * form can show a failure. If the object that the action changes no longer exists, `onNotFound` is called and
 * `failure` stays null.
 */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<unknown>,
  { onNotFound }: { onNotFound?: () => void } = {},
) {
  const busy = ref(false)
  const failure = shallowRef<ApiError | null>(null)

  /** Resolves to whether the action succeeded. Does nothing while the action is already running. */
  async function run(...args: A): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    failure.value = null
    try {
      await act(...args)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404 && onNotFound) onNotFound()
      else failure.value = error
      return false
    } finally {
      busy.value = false
    }
  }

  return { run, busy, failure }
}
