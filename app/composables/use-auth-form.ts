/** A form of signing in: what was typed goes to `send`, and what the server says of it is kept to be shown. */
export function useAuthForm(send: (typed: (name: string) => string) => Promise<unknown>) {
  const failure = shallowRef<ApiError | null>(null)
  const busy = ref(false)

  async function submit(event: Event) {
    if (busy.value) return
    const sent = new FormData(event.target as HTMLFormElement)
    busy.value = true
    failure.value = null
    try {
      await send(name => String(sent.get(name) ?? ''))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failure.value = error
    } finally {
      busy.value = false
    }
  }

  return { failure, busy, submit }
}
