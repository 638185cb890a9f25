/**
 * Returns the name of the repository in a reference to a change: in `acme/shop#12`, in `acme/shop!12`, or in
 * the address of a pull request. Returns null for any other text.
 */
export function repositoryNameOf(reference: string): string | null {
  const text = reference.trim()
  const short = /^[\w.-]+(?:\/[\w.-]+)*\/([\w.-]+)[#!]\d+$/.exec(text)
  const address = /\/([\w.-]+)(?:\/-)?\/(?:pulls?|merge_requests|pull-requests)\/\d+(?:[/?#].*)?$/.exec(text)
  return (short ?? address)?.[1] ?? null
}
