import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { onOneLine } from '#shared/text/printable'
import type { Cleanup } from '../cleanup'

/** A running command with all processes that it starts. */
export interface RunningCommand {
  /** The exit code, once the command has ended; null if a signal ended it or it could not start. */
  ended: Promise<number | null>
  /** Returns the end of its output, without colors. */
  printed: () => string
  /** Returns the last line of its output that names an error, else the last one with a word. */
  tellingLine: () => string
  /** Ends all its processes. */
  stop: () => Promise<void>
}

/** How long processes may take to end by themselves. */
const END_MS = 3000
/** The part of the output that is remembered, and of its telling line that is shown, in characters. */
const OUTPUT = 20_000
const TELLING_LINE = 300

/** Starts a command line in a folder. It is stopped at the end. */
export function startCommand(
  command: string,
  { folder, variables = {}, cleanup }: { folder: string; variables?: NodeJS.ProcessEnv; cleanup: Cleanup },
): RunningCommand {
  const child = spawn(command, {
    cwd: folder,
    env: { ...process.env, BROWSER: 'none', NO_COLOR: '1', ...variables },
    shell: true,
    // A group of its own, so that all processes of the command can be stopped.
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
  }
  process.on('exit', killAtExit)
  cleanup.add(stopAll)
  // eslint-disable-next-line no-control-regex -- Some programs print colors even if they are asked not to.
  const printed = () => output.replace(/\x1B\[[\d;]*m/g, '')
  return {
    ended,
    printed,
    tellingLine() {
      const lines = printed().split('\n')
      const telling = lines.findLast(each => /error\b/i.test(each)) ?? lines.findLast(each => /\w/.test(each))
      return onOneLine(telling ?? '')
        .slice(0, TELLING_LINE)
        .replace(/\.$/, '')
    },
    stop: () => cleanup.now(stopAll),
  }
}

async function stopGroup(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  killGroup(child, 'SIGTERM')
  const isEnded = await Promise.race([ended.then(() => true), sleep(END_MS, false, { ref: false })])
  // The command may have ended while a process that it started goes on.
  killGroup(child, 'SIGKILL')
  if (!isEnded) await Promise.race([ended, sleep(END_MS, undefined, { ref: false })])
}

function killGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    if (process.platform === 'win32')
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
    else process.kill(-pid, signal)
  } catch {
    // All processes of the group have ended.
  }
}
