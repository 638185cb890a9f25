import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { baseEnvironment, collectOutput, withoutEnvFile } from '../server/child-process'
import { timeLimit } from '../time-limit'
import { serverEntry } from '../paths'

const clock = new URL('../server/preload/clock.mjs', import.meta.url).href

/** One running process of the built server. */
export interface NodeProcess {
  child: ChildProcess
  /** Returns the log of the process so far. */
  log: () => string
}

const running = new Set<NodeProcess>()

/** Returns the errors that the running processes have logged, one JSON object each. */
export const loggedErrors = (): string[] =>
  [...running].flatMap(node => node.log().split('\n')).filter(line => line.includes('"level":"error"'))

/**
 * Starts a process and waits until it serves requests. Throws an error with the log if the process does not
 * start.
 */
export async function startNode(
  url: string,
  env: NodeJS.ProcessEnv,
  cwd = withoutEnvFile,
): Promise<NodeProcess> {
  const child = spawn(process.execPath, ['--import', clock, serverEntry], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = collectOutput(child)
  const limit = timeLimit(60_000)
  const deadline = Date.now() + limit
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output.all}`)
    const response = await fetch(`${url}/api/health`).catch(() => null)
    if (response?.ok) return remember({ child, log: () => output.all })
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  await endNode({ child }, 'SIGKILL')
  throw new Error(`The server did not start within ${limit / 1000} s:\n${output.all}`)
}

function remember(node: NodeProcess): NodeProcess {
  running.add(node)
  node.child.once('exit', () => running.delete(node))
  return node
}

/** Moves the clock of a process forward by milliseconds. */
export async function advanceNode({ child }: NodeProcess, ms: number): Promise<void> {
  const moved = once(child, 'message')
  child.send({ advance: ms })
  await moved
}

/** Ends a process with a signal, and waits until it has ended. */
export async function endNode({ child }: Pick<NodeProcess, 'child'>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/**
 * Starts the built server with settings that prevent its start. Returns the exit code and the output. `cwd`
 * is the working directory of the server.
 */
export async function startToEnd(
  env: Record<string, string>,
  cwd = withoutEnvFile,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [serverEntry], {
    cwd,
    env: { ...baseEnvironment, HOST: '127.0.0.1', PORT: '0', ...env },
    // A server that starts or hangs is killed, and then has no exit code.
    timeout: timeLimit(60_000),
    killSignal: 'SIGKILL',
  })
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output.all }
}
