/** A file of a form, by the name of its part. */
interface FormFile {
  part: string
  path: string
}

/**
 * Returns a shell command that posts files as a form to an address and prints the response as Markdown. The
 * shells of Unix and Windows read it alike, unless a path contains a character that one of them interprets.
 */
export function uploadCommand(url: string, files: readonly FormFile[]): string {
  const forms = files.map(({ part, path }) => `-F ${quoted(`${part}=@${curlPath(path)}`)}`)
  return ['curl -sS -H "Accept: text/markdown"', ...forms, quoted(url)].join(' ')
}

/** Returns a path as the option -F of curl reads it: some characters would end an unquoted name. */
const curlPath = (path: string): string => (/[;,"]/.test(path) ? `"${path.replace(/[\\"]/g, '\\$&')}"` : path)

/**
 * Returns a word in quotes of a shell, so that the shell interprets no character in it. Single quotes are for
 * the shells of Unix only: a path with one of these characters is hardly from Windows, but for the backslash,
 * and before the closing quote this one would be an escape on Unix.
 */
const quoted = (word: string): string =>
  /["$`!%]|\\(?=$|["$`\\\n])/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`
