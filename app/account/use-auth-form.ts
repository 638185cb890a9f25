/**
 * The state of a sign-in form. `send` gets a function that reads a field by name. The fields are
 * uncontrolled, so that what a password manager fills in before hydration is submitted too.
 */
export function useAuthForm(send: (field: (name: string) => string) => Promise<unknown>) {
  const { run, busy, failure } = useAction(send)

  function submit(event: Event) {
    const data = new FormData(event.target as HTMLFormElement)
    return run(name => String(data.get(name) ?? ''))
  }

  return { failure, busy, submit }
}
