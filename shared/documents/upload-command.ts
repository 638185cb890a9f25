/** A file of a form, by the name of its part. */
interface FormFile {
  part: string
  path: string
}

/**
 * Returns a shell command that posts files as a form to an address and prints the response as Markdown. The
 * command works in the shells of Unix and Windows, unless a path contains a character that one of them
 * interprets.
 */
export function uploadCommand(url: string, files: readonly FormFile[]): string {
  const forms = files.map(({ part, path }) => `-F ${quoted(`${part}=@${curlPath(path)}`)}`)
  return ['curl -sS -H "Accept: text/markdown"', ...forms, quoted(url)].join(' ')
}

/**
 * Returns a path in the syntax of curl's option -F. A name with certain characters must be quoted, because
 * these would end an unquoted name.
 */
const curlPath = (path: string): string => (/[;,"]/.test(path) ? `"${path.replace(/[\\"]/g, '\\$&')}"` : path)

/**
 * Returns a word in quotes, so that a shell interprets no character in it. Double quotes work in the shells
 * of Unix and Windows, single quotes only in the shells of Unix. Single quotes are used if the word contains
 * a character that has a meaning in double quotes, because a path from Windows rarely contains one. In double
 * quotes, a backslash has a meaning only before certain characters and before the closing quote.
 */
const quoted = (word: string): string =>
  /["$`!%]|\\(?=$|["$`\\\n])/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`
