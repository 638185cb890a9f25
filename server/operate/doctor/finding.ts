import { SettingsError } from '~~/server/settings/error'

/** The levels in ascending order of severity. */
const levels = ['ok', 'warning', 'problem'] as const

/** A row in the table that the doctor prints. */
export interface Finding {
  check: string
  /**
   * The level is `not checked` if another problem made the check impossible. That problem has its own row in
   * the table.
   */
  level: (typeof levels)[number] | 'not checked'
  /** The fault that was found, and how to correct it. */
  text: string
}

/** Returns the exit code for a list of findings. It is the index of the most severe level. */
export function exitCodeOf(findings: Finding[]): number {
  return Math.max(0, ...findings.map(({ level }) => (level === 'not checked' ? 0 : levels.indexOf(level))))
}

/**
 * Returns a text about an error on one line: the faults in the settings, or the first line of the error's
 * message.
 */
export function messageOf(error: unknown): string {
  if (error instanceof SettingsError) return error.faults.join('; ')
  const { message } = error instanceof Error ? error : new Error(String(error))
  return message.split('\n')[0] ?? message
}

/** Formats findings as a table with the columns check, result and details. */
export function renderTable(findings: Finding[]): string {
  const rows = [{ check: 'CHECK', level: 'RESULT', text: 'DETAILS' }, ...findings]
  const width = (of: (row: (typeof rows)[number]) => string) => Math.max(...rows.map(row => of(row).length))
  const [checks, results] = [width(row => row.check), width(row => row.level)]
  return rows
    .map(({ check, level, text }) => `${check.padEnd(checks)}  ${level.padEnd(results)}  ${text}`)
    .join('\n')
}
