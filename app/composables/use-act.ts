/** One deed at a time, its failure kept to be shown; `gone` is called instead when its object is no longer there. */
export function useAct() {
  const busy = ref(false)
  const failure = shallowRef<ApiError | null>(null)

  async function act(deed: () => Promise<unknown>, { gone }: { gone?: () => void } = {}) {
    if (busy.value) return
    busy.value = true
    failure.value = null
    try {
      await deed()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404 && gone) gone()
      else failure.value = error
    } finally {
      busy.value = false
    }
  }

  return { act, busy, failure }
}
