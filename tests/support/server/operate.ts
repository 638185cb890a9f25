import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { baseEnvironment, collectOutput, withoutEnvFile } from './child-process'
import { allRows, type TestDatabase } from '../data/database'
import { root } from '../paths'

/** The exit code and the output of a command. */
export interface Outcome {
  code: number | null
  stdout: string
  /** Progress and errors. */
  stderr: string
  /** The last line of stderr. */
  fault: string
}

/** A command that is running. */
export interface RunningCommand {
  child: ChildProcess
  outcome: Promise<Outcome>
}

/** Starts a command of the built server, such as `backup`, with only these settings. */
export function startCommand(
  args: string[],
  env: Record<string, string>,
  cwd = withoutEnvFile,
): RunningCommand {
  const child = spawn(process.execPath, [`${root}/.output/server/operate.mjs`, ...args], {
    env: { ...baseEnvironment, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = collectOutput(child)
  const outcome = once(child, 'close').then(([code]) => {
    const { stdout, stderr } = printed
    const fault = stderr.trimEnd().split('\n').at(-1) ?? ''
    return { code: code as number | null, stdout, stderr, fault }
  })
  return { child, outcome }
}

/** Runs a command until it ends. */
export const operate = (args: string[], env: Record<string, string>): Promise<Outcome> =>
  startCommand(args, env).outcome

/** Runs a command and returns its result. Throws an error with its messages if the command fails. */
export async function succeed(args: string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await operate(args, env)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}

/** Runs a command with `--json` and returns its exit code and its result. */
export async function operateJson<T>(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; result: T }> {
  const { code, stdout } = await operate([...args, '--json'], env)
  return { code, result: JSON.parse(stdout) as T }
}

/** Changes one bit of a file. */
export async function flipByte(path: string, position = 20): Promise<void> {
  const bytes = await readFile(path)
  bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position)
  await writeFile(path, bytes)
}

/** Returns all rows of a database as sorted texts that are equal on SQLite and PostgreSQL. */
export async function comparableRows(database: TestDatabase): Promise<Record<string, string[]>> {
  const tables = Object.entries(await allRows(database)).filter(
    ([name]) => name !== '__drizzle_migrations' && name !== 'rate_limit' && !name.startsWith('sqlite_'),
  )
  const textOf = (value: unknown) => {
    if (value === null) return null
    if (typeof value === 'boolean') return String(Number(value))
    if (value instanceof Date) return String(value.getTime())
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  const rowText = (row: unknown) =>
    JSON.stringify(
      Object.entries(row as object)
        .map(([name, value]) => [name, textOf(value)])
        .sort(),
    )
  return Object.fromEntries(tables.map(([name, rows]) => [name, rows.map(rowText).sort()]))
}
