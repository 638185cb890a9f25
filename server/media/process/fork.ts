import { fork, type ChildProcess } from 'node:child_process'
import { LIMIT_SIGNAL, MAX_HEAP_MB } from './messages'

/** The maximum number of characters of a process's output that are stored for the log. */
const OUTPUT_CHARS = 2000
/**
 * The signals that end a media process because of the file that it processes: a crash in native code, a full
 * JavaScript heap, or an exceeded limit.
 */
const CRASH_SIGNALS = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', LIMIT_SIGNAL]
/** The environment variables that a media process gets, without the server's settings and secrets. */
const ENVIRONMENT = [
  'PATH',
  'TMPDIR',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'MALLOC_ARENA_MAX',
  'NODE_ENV',
  'SystemRoot',
]

/**
 * Starts a media process (main.ts). `output` is a function that returns the last characters of the output of
 * the process.
 */
export function forkMediaProcess(entry: string): { process: ChildProcess; output: () => string } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.includes(name)))
  const child = fork(entry, [], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    env: { ...env, UV_THREADPOOL_SIZE: '4' },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_CHARS)
    })
  return { process: child, output: () => output }
}

/** Returns whether the signal that ended a process means that the process crashed or exceeded its limits. */
export function isCrashSignal(signal: string | null): boolean {
  return signal !== null && CRASH_SIGNALS.includes(signal)
}

/** Sets whether a process prevents the server from exiting. */
export function setReferenced(child: ChildProcess, referenced: boolean): void {
  const change = referenced ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
}
