import { errorMessage } from '../network/error-message'
import type { PageToasts } from './use-page-toasts'

/**
 * Runs an action of a person: a bar at the top of the page shows that it takes long, and a toast explains a
 * failure. `unchanged`: the state after a failure, shown instead of advice.
 */
type Attempt = (failureTitle: string, act: () => Promise<unknown>, unchanged?: string) => Promise<boolean>

/**
 * Returns a function that runs an action and returns whether it succeeded. Forms, which show a failure
 * themselves, use `useAction`.
 */
export function useFailureToast(toast: Pick<PageToasts, 'add'> = usePageToasts()): Attempt {
  const indicator = useLoadingIndicator()

  return async (failureTitle, act, unchanged) => {
    indicator.start()
    try {
      await act()
      return true
    } catch (error) {
      const description = unchanged ? `${(error as Error).message} ${unchanged}` : errorMessage(error)
      toast.add({ title: failureTitle, description, color: 'error' })
      return false
    } finally {
      indicator.finish()
    }
  }
}
