import { SettingsError } from '~~/server/settings/error'

/** The levels in ascending order of severity. */
const levels = ['ok', 'warning', 'problem'] as const

/** A row in the table that the doctor prints. */
export interface Finding {
  check: string
  /** `not checked`: because of a problem that has a separate row. */
  level: (typeof levels)[number] | 'not checked'
  /** The finding and the remedy. */
  text: string
}

/** Returns the exit code for findings: the index of the most severe level. */
export function exitCodeOf(findings: Finding[]): number {
  return Math.max(0, ...findings.map(({ level }) => (level === 'not checked' ? 0 : levels.indexOf(level))))
}

/** Returns an error in one line: the faults of a setting, or else its message. */
export function messageOf(error: unknown): string {
  if (error instanceof SettingsError) return error.faults.join('; ')
  const { message } = error instanceof Error ? error : new Error(String(error))
  return message.split('\n')[0] ?? message
}

/** Returns findings as a table of check, result and remedy. */
export function renderTable(findings: Finding[]): string {
  const rows = [{ check: 'CHECK', level: 'RESULT', text: 'DETAILS' }, ...findings]
  const width = (of: (row: (typeof rows)[number]) => string) => Math.max(...rows.map(row => of(row).length))
  const [checks, results] = [width(row => row.check), width(row => row.level)]
  return rows
    .map(({ check, level, text }) => `${check.padEnd(checks)}  ${level.padEnd(results)}  ${text}`)
    .join('\n')
}
