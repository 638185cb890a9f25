import { ApiError } from '~/ui/use-api'
/**
 * One thing a person does, such as a dialog's: whether it runs, and how it failed. `gone` is called instead
 * when its object is no longer there.
 */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<unknown>,
  { gone }: { gone?: () => void } = {},
) {
  const busy = ref(false)
  const failure = shallowRef<ApiError | null>(null)

  /** Answers whether it succeeded. */
  async function run(...args: A): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    failure.value = null
    try {
      await act(...args)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404 && gone) gone()
      else failure.value = error
      return false
    } finally {
      busy.value = false
    }
  }

  return { run, busy, failure }
}
