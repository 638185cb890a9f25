/**
 * A form of signing in: what was typed goes to `send`, and what the server says of it is kept to be shown.
 */
export function useAuthForm(send: (typed: (name: string) => string) => Promise<unknown>) {
  const { run, busy, failure } = useAction(send)

  function submit(event: Event) {
    const sent = new FormData(event.target as HTMLFormElement)
    return run(name => String(sent.get(name) ?? ''))
  }

  return { failure, busy, submit }
}
