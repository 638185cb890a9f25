/** What a command found or did. */
export interface Result {
  exitCode: number
  /** For people. */
  text: string
  /** For programs, with `--json`: the same, as docs/operations.md describes it. */
  data: Record<string, unknown>
}

/** Returns a result as it is printed on standard output. */
export function render(command: string, { exitCode, text, data }: Result, json: boolean): string {
  return json ? JSON.stringify({ command, exitCode, ...data }, null, 2) : text
}
