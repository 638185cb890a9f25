import { errorMessage } from '../network/error-message'
import type { PageToasts } from './use-page-toasts'

/**
 * Runs an action of a person. A bar at the top of the page shows that the action is running, and a toast
 * explains a failure. `unchanged`: a sentence about the state after a failure; the toast shows it instead of
 * advice.
 */
type Attempt = (failureTitle: string, act: () => Promise<unknown>, unchanged?: string) => Promise<boolean>

/**
 * Returns a function that runs an action and returns whether it succeeded. Forms use `useAction` instead,
 * because they show a failure themselves.
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
