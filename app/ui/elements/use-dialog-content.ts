/**
 * Returns the property `content` of Nuxt UI's dialogs with an id. Without it, the dialog has an empty id,
 * which is invalid: Reka UI makes the id in `DialogTrigger`, and our dialogs have no trigger. Remove this
 * function when Reka UI makes the id in `DialogContentImpl` (not yet in version 2.10).
 */
export function useDialogContent<T extends object>(properties?: T): T & { id: string } {
  return { ...(properties as T), id: useId() }
}
