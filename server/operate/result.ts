/** The result of a command. */
export interface Result {
  exitCode: number
  /** The result as text, for people. */
  text: string
  /** The result as data, which `--json` prints for programs. docs/operations.md describes it. */
  data: Record<string, unknown>
}

/** Returns the text that a command prints on standard output: its result as JSON or as text. */
export function render(command: string, { exitCode, text, data }: Result, json: boolean): string {
  return json ? JSON.stringify({ command, exitCode, ...data }, null, 2) : text
}
