import { fork, type ChildProcess } from 'node:child_process'
import { MediaError } from '../error'
import type { InputOfJob, MediaJob, ResultOfJob } from './jobs'
import { fromSent, LIMIT_SIGNAL, MAX_HEAP_MB, type JobMessage, type ResultMessage } from './messages'

/** More at a time would take the processors from the requests. */
const PROCESSES = 2
/** A video takes long; one at a time leaves a process for pictures. */
const VIDEOS = 1
/**
 * A process that holds more than this after a job is replaced: memory of large pictures is not always given
 * back.
 */
const RETIRE_BYTES = 256 * 1024 * 1024
/** Idle processes take 100 MiB and more each; a new one takes a fifth of a second to begin. */
const IDLE_MS = 20_000
/** Wall-clock time may be this many times the CPU time a job gets: machines are busy, disks slow. */
const PATIENCE = 4
const BYTES_PER_SECOND = 10 * 1024 * 1024
/** How much of a crashed process's output goes to the log. */
const OUTPUT_CHARS = 2000
/**
 * Signals of a crash in native code, of a full JavaScript heap, and of passed limits: the file is the cause.
 */
const CRASHES = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', LIMIT_SIGNAL]
/** What a media process needs to know; not the server's settings and secrets. */
const ENVIRONMENT = [
  'PATH',
  'TMPDIR',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'MALLOC_ARENA_MAX',
  'NODE_ENV',
  'SystemRoot',
]

export interface MediaPool {
  /**
   * Runs a job on a file of so many bytes in a media process. Throws a MediaError for a file that is not what
   * it was declared as, or whose processing crashes or passes the limits of time and memory; any other error
   * is not the file's fault.
   */
  run: <J extends MediaJob>(job: J, input: InputOfJob<J>, fileBytes: number) => Promise<ResultOfJob<J>>
  /** Ends all processes at once; jobs that run or wait fail. */
  close: () => void
}

export interface Crash {
  job: MediaJob
  signal: string | null
  code: number | null
  output: string
}

export interface PoolOptions {
  /** Path of the built media process (main.ts). */
  entry: () => string
  /** CPU seconds a job gets, before what its size adds. */
  seconds: number
  /** Called when a process ended in the middle of a job. */
  onCrash?: (crash: Crash) => void
}

interface Task {
  message: JobMessage
  isVideo: boolean
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  /** Its first process ended without a fault of the file. */
  retried: boolean
}

interface Child {
  process: ChildProcess
  task: Task | null
  /** Ends the process: a busy one when its job takes too long, an idle one after a while. */
  timer?: NodeJS.Timeout
  timedOut: boolean
  output: string
}

/** Processes that do media work: made when needed, reused while healthy, ended when idle. */
export function createMediaPool({ entry, seconds, onCrash }: PoolOptions): MediaPool {
  const children = new Set<Child>()
  const queue: Task[] = []
  let closed = false

  function schedule(): void {
    const videos = [...children].filter(child => child.task?.isVideo).length
    const index = queue.findIndex(task => !task.isVideo || videos < VIDEOS)
    const [task] = index === -1 ? [] : queue.slice(index, index + 1)
    const child = task && freeChild()
    if (!task || !child) return
    queue.splice(index, 1)
    start(child, task)
    schedule()
  }

  function freeChild(): Child | undefined {
    const free = [...children].find(child => child.task === null)
    return free ?? (children.size < PROCESSES ? spawn() : undefined)
  }

  function spawn(): Child {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.includes(name)))
    const child: Child = {
      process: fork(entry(), [], {
        execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
        env: { ...env, UV_THREADPOOL_SIZE: '4' },
        serialization: 'advanced',
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      }),
      task: null,
      timedOut: false,
      output: '',
    }
    children.add(child)
    for (const stream of [child.process.stdout, child.process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        child.output = (child.output + chunk.toString()).slice(-OUTPUT_CHARS)
      })
    child.process.on('message', message => finish(child, message as ResultMessage))
    child.process.on('error', error => ended(child, error))
    child.process.on('exit', (code, signal) => {
      if (child.task) onCrash?.({ job: child.task.message.job, signal, code, output: child.output })
      const isFault = child.timedOut || (signal !== null && CRASHES.includes(signal))
      ended(child, isFault ? tooCostly() : new Error(`The media process ended with ${signal ?? code}.`))
    })
    return child
  }

  function start(child: Child, task: Task): void {
    clearTimeout(child.timer)
    child.task = task
    setReferenced(child, true)
    // The process ends itself at its limits (main.ts). This ends one that waits for ever, or that
    // cannot.
    child.timer = setTimeout(() => {
      child.timedOut = true
      child.process.kill('SIGKILL')
    }, task.message.cpuMs * PATIENCE)
    child.process.send(task.message)
  }

  function finish(child: Child, message: ResultMessage): void {
    clearTimeout(child.timer)
    const { task } = child
    child.task = null
    if (message.rssBytes > RETIRE_BYTES) {
      retire(child)
    } else {
      setReferenced(child, false)
      child.timer = setTimeout(() => retire(child), IDLE_MS).unref()
    }
    if ('error' in message) task?.reject(fromSent(message.error))
    else task?.resolve(message.result)
    schedule()
  }

  function retire(child: Child): void {
    children.delete(child)
    child.process.kill('SIGKILL')
  }

  /**
   * A process has ended, or could not begin. Its job fails; where the file is not the cause, a second try
   * comes first.
   */
  function ended(child: Child, error: Error): void {
    clearTimeout(child.timer)
    retire(child)
    const { task } = child
    child.task = null
    if (task && !closed && !task.retried && !(error instanceof MediaError))
      queue.unshift({ ...task, retried: true })
    else task?.reject(error)
    if (!closed) schedule()
  }

  return {
    run: <J extends MediaJob>(job: J, input: InputOfJob<J>, fileBytes: number) =>
      new Promise<ResultOfJob<J>>((resolve, reject) => {
        if (closed) return reject(poolClosed())
        const cpuMs = Math.ceil((seconds + fileBytes / BYTES_PER_SECOND) * 1000)
        const message = { job, input, cpuMs }
        queue.push({
          message,
          isVideo: job === 'embedVideo',
          resolve: resolve as (result: unknown) => void,
          reject,
          retried: false,
        })
        schedule()
      }),
    close() {
      closed = true
      for (const task of queue.splice(0)) task.reject(poolClosed())
      for (const child of children) child.process.kill('SIGKILL')
    },
  }
}

/** Sets whether a process keeps the server from ending. */
function setReferenced({ process: child }: Child, referenced: boolean): void {
  const change = referenced ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
}

const poolClosed = () => new Error('The server is stopping.')

function tooCostly(): MediaError {
  return new MediaError(
    'too_costly',
    'The file cannot be processed: it takes more time or memory than one file may.',
    'It may be damaged: make it again. If it is sound, send a smaller or shorter one.',
  )
}
