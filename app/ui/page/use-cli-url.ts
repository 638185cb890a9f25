/** Returns the URL of the npm package of the command line, which the server writes into every page. */
export function useCliUrl(): string {
  const path = useState('cli-path', () => String(useRequestEvent()?.context.cliPath ?? ''))
  return useRequestURL().origin + path.value
}
