import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onOneLine } from '#shared/text/printable'
import type { Cleanup } from '../cleanup'

type Signal = 'SIGTERM' | 'SIGKILL'

/** A running command with all processes that it starts. */
export interface RunningCommand {
  /** The exit code, once the command has ended; null if a signal ended it or it could not start. */
  ended: Promise<number | null>
  /** Returns the last output of the command, without color codes. */
  printed: () => string
  /**
   * Returns the last line of the output that contains the word "error", else the last line that contains a
   * word.
   */
  errorLine: () => string
  /** Ends the command and all processes that it started. */
  stop: () => Promise<void>
}

/** The time in milliseconds that processes may take to exit before they are killed. */
const END_MS = 3000
/**
 * The number of characters at the end of the output that are kept, and the maximum length of the error line
 * that is shown.
 */
const OUTPUT = 20_000
const ERROR_LINE = 300

/**
 * Starts a shell command in a folder. `cleanup` stops the command and its child processes when this program
 * ends.
 */
export function startCommand(
  command: string,
  { folder, variables = {}, cleanup }: { folder: string; variables?: NodeJS.ProcessEnv; cleanup: Cleanup },
): RunningCommand {
  const child = spawn(command, {
    cwd: folder,
    env: { ...process.env, BROWSER: 'none', NO_COLOR: '1', ...variables },
    shell: true,
    // The command leads its own process group, so that a signal to the group reaches all its processes.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const read = (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-OUTPUT))
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = new Promise<number | null>(resolve => {
    child.on('error', () => resolve(null))
    child.on('exit', resolve)
  })
  const killAtExit = () => killGroup(child, 'SIGKILL')
  const stopAll = async () => {
    await stopGroup(child, ended)
    process.off('exit', killAtExit)
    // A process that has left the group may still have the pipes open. They are closed so that they do not
    // keep this program running.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  process.on('exit', killAtExit)
  cleanup.add(stopAll)
  // eslint-disable-next-line no-control-regex -- Some programs print colors even if they are asked not to.
  const printed = () => output.replace(/\x1B\[[\d;]*m/g, '')
  return {
    ended,
    printed,
    errorLine() {
      const lines = printed().split('\n')
      const line = lines.findLast(each => /error\b/i.test(each)) ?? lines.findLast(each => /\w/.test(each))
      return onOneLine(line ?? '')
        .slice(0, ERROR_LINE)
        .replace(/\.$/, '')
    },
    stop: () => cleanup.now(stopAll),
  }
}

async function stopGroup(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  const others = await leadersBelow(child.pid)
  for (const pid of others) kill(-pid, 'SIGTERM')
  killGroup(child, 'SIGTERM')
  const isEnded = await Promise.race([ended.then(() => true), sleep(END_MS, false, { ref: false })])
  // The shell may have exited while a process that it started is still running.
  killGroup(child, 'SIGKILL')
  for (const pid of others) kill(-pid, 'SIGKILL')
  if (!isEnded) await Promise.race([ended, sleep(END_MS, undefined, { ref: false })])
}

function killGroup({ pid }: ChildProcess, signal: Signal): void {
  if (pid === undefined) return
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
  else kill(-pid, signal)
}

function kill(pid: number, signal: Signal): void {
  try {
    process.kill(pid, signal)
  } catch {
    // All processes of the group have already exited.
  }
}

/**
 * Returns the descendants of a process that lead a process group of their own, such as `timeout`. Without
 * `ps`, returns none.
 */
async function leadersBelow(pid: number | undefined): Promise<number[]> {
  if (pid === undefined || process.platform === 'win32') return []
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,pgid=']).catch(() => ({
    stdout: '',
  }))
  const rows = stdout.split('\n').map(line => line.trim().split(/\s+/).map(Number))
  const below = new Set([pid])
  // `ps` may list a child before its parent, so the loop repeats until it finds no further process.
  for (let size = 0; size < below.size;) {
    size = below.size
    for (const [own = 0, parent = 0] of rows) if (below.has(parent)) below.add(own)
  }
  return rows.flatMap(([own = 0, , group]) => (own !== pid && own === group && below.has(own) ? [own] : []))
}
