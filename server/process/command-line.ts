/**
 * Returns the command line that runs an operator's command in this installation, such as `npm run backup --
 * FOLDER` for `backup FOLDER`. The script `exhibit` of a release, which has no npm, states how it was called.
 */
export function commandLine(words: string): string {
  const script = process.env.EXHIBIT_COMMAND
  return script ? `${script} ${words}` : `npm run ${words.replace(' ', ' -- ')}`
}
