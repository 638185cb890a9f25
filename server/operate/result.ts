/** The result of a command. */
export interface Result {
  exitCode: number
  /** The result for people. */
  text: string
  /** The same result for programs, with `--json`, as docs/operations.md describes it. */
  data: Record<string, unknown>
}

/** Returns a result in the form that is printed on standard output. */
export function render(command: string, { exitCode, text, data }: Result, json: boolean): string {
  return json ? JSON.stringify({ command, exitCode, ...data }, null, 2) : text
}
