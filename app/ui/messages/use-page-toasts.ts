import type { InjectionKey } from 'vue'
import { text } from '~/text/shell'
import { isolate } from '../page/format'

type NewToast = Parameters<ReturnType<typeof useToast>['add']>[0]
type ToastId = string | number

/** The toasts of a page. */
export interface PageToasts {
  /**
   * Shows a toast and returns its id. The toast is closed when the person leaves the page, and when
   * `isCurrent` returns false because its subject has changed. The toast of an error stays open when the
   * person leaves the page, and then contains the name of the object that the page showed. If the person has
   * already left the page, only errors are shown, and the function returns undefined.
   */
  add: (toast: NewToast, isCurrent?: () => boolean) => ToastId | undefined
  remove: (id: ToastId) => void
  /**
   * Returns whether the person has left the page. After that, a request that this page started must not
   * change the next page.
   */
  isPageLeft: () => boolean
}

const key: InjectionKey<PageToasts> = Symbol('page toasts')

/**
 * Gives a toast without buttons an id that consists of its texts. A second toast with the same texts then
 * replaces the first one instead of being stacked on it.
 */
const once = (toast: NewToast): NewToast =>
  toast.actions ? toast : { id: `${String(toast.title)} ${String(toast.description ?? '')}`, ...toast }

/** Returns the toasts of the page; if the page provides none, the toasts of the whole dashboard. */
export function usePageToasts(): PageToasts {
  const { add, remove } = useToast()
  return inject(key, () => ({ add: toast => add(once(toast)).id, remove, isPageLeft: () => false }), true)
}

/**
 * Shares the toasts of a page, such as a review, with its components. The buttons of the toasts change the
 * stores of the page, so these toasts must not be shown on another page. `subject`: the name of the object
 * that the page shows.
 */
export function providePageToasts(subject: () => string | undefined): PageToasts {
  const toast = useToast()
  // The scope stops the watchers of toasts, which are created outside of the setup function.
  const scope = effectScope()
  const errors = new Map<ToastId, NewToast>()
  const others = new Set<ToastId>()
  let isPageLeft = false
  /** The name of the object that the page shows, even after the object is deleted. */
  let name: string | undefined
  watch(
    subject,
    now => {
      name = now ?? name
    },
    { immediate: true, flush: 'sync' },
  )

  const naming = ({ description, duration }: NewToast): NewToast => ({
    duration,
    description: name ? text.toastOf(isolate(name), String(description ?? '')) : description,
  })
  onBeforeUnmount(() => {
    isPageLeft = true
    scope.stop()
    for (const id of others) toast.remove(id)
    for (const [id, shown] of errors) toast.update(id, naming(shown))
  })

  const toasts: PageToasts = {
    add(added, isCurrent) {
      const isError = added.color === 'error'
      if (isPageLeft) {
        if (isError) toast.add({ ...added, ...naming(added) })
        return
      }
      const { id } = toast.add(once(added))
      if (isError) errors.set(id, added)
      else others.add(id)
      if (isCurrent)
        scope.run(() =>
          watch(isCurrent, is => {
            if (!is) toast.remove(id)
          }),
        )
      return id
    },
    remove: toast.remove,
    isPageLeft: () => isPageLeft,
  }
  provide(key, toasts)
  return toasts
}
