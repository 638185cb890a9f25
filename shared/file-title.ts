/** Suggests a title for evidence: the words of its file's name. Returns an empty string if there are none. */
export function titleOfFile(name: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
