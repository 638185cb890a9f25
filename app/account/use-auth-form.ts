/**
 * The state of a sign-in form. `send` receives a function that returns the value of a field by its name. The
 * fields are uncontrolled, so that values which a password manager fills in before hydration are submitted,
 * too.
 */
export function useAuthForm(send: (field: (name: string) => string) => Promise<unknown>) {
  const { run, busy, failure } = useAction(send)

  function submit(event: Event) {
    const data = new FormData(event.target as HTMLFormElement)
    return run(name => String(data.get(name) ?? ''))
  }

  return { failure, busy, submit }
}
