/** One thing a person does, such as a dialog's: whether it runs, and how it failed. */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<unknown>) {
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
      failure.value = error
      return false
    } finally {
      busy.value = false
    }
  }

  return { run, busy, failure }
}
