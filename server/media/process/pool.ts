import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import { MediaError } from '../error'
import { registerGauge } from '~~/server/metrics'
import { forkMediaProcess, isCrashSignal, setReferenced } from './fork'
import { measureJob } from './measure'
import type { InputOfJob, MediaJob, ResultOfJob } from './jobs'
import { fromSent, type JobMessage, type ResultMessage } from './messages'

/** More at once would leave requests too little CPU. */
const MAX_PROCESSES = 2
/** A video takes long: one at a time leaves a process for pictures. */
const MAX_VIDEOS = 1
/**
 * A process that holds more than this after a job is replaced: memory of large pictures is not always freed.
 */
const RETIRE_BYTES = 256 * 1024 * 1024
/** An idle process takes 100 MiB or more; a new one needs a fifth of a second to start. */
const IDLE_MS = 20_000
/** A job may take this many times its CPU time by the clock, for busy machines and slow disks. */
const WALL_CLOCK_FACTOR = 4
const BYTES_PER_SECOND = 10 * 1024 * 1024
export interface MediaPool {
  /**
   * Runs a job on a file of this many bytes in a media process. Throws a MediaError for a file that is not
   * what it was declared as, and for one whose processing crashes or exceeds the limits of time and memory.
   * Other errors are not caused by the file.
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
  /** CPU seconds of a job; a large file gets more. */
  seconds: number
  /** Called when a process ends in the middle of a job. */
  onCrash?: (crash: Crash) => void
}

interface Task {
  message: JobMessage
  isVideo: boolean
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  /** Whether its first process ended for a reason other than the file. */
  retried: boolean
  /** Calls back in the context of the request that asked for the job. */
  inContext: (callback: () => void) => void
}

interface Child {
  process: ChildProcess
  task: Task | null
  /** Ends the process: a busy one when its job takes too long, an idle one after a while. */
  timer?: NodeJS.Timeout
  timedOut: boolean
  output: () => string
}

/** Creates a pool of media processes: started on demand, reused while healthy, ended when idle. */
export function createMediaPool({ entry, seconds, onCrash }: PoolOptions): MediaPool {
  const children = new Set<Child>()
  const queue: Task[] = []
  let closed = false
  registerGauge('mediaQueue', () => queue.length)
  registerGauge('mediaRunning', () => [...children].filter(child => child.task).length)

  function schedule(): void {
    const videos = [...children].filter(child => child.task?.isVideo).length
    const index = queue.findIndex(task => !task.isVideo || videos < MAX_VIDEOS)
    const [task] = index === -1 ? [] : queue.slice(index, index + 1)
    const child = task && freeChild()
    if (!task || !child) return
    queue.splice(index, 1)
    start(child, task)
    schedule()
  }

  function freeChild(): Child | undefined {
    const free = [...children].find(child => child.task === null)
    return free ?? (children.size < MAX_PROCESSES ? spawn() : undefined)
  }

  function spawn(): Child {
    const child: Child = { ...forkMediaProcess(entry()), task: null, timedOut: false }
    children.add(child)
    child.process.on('message', message => finish(child, message as ResultMessage))
    child.process.on('error', error => ended(child, error))
    child.process.on('exit', (code, signal) => {
      const { task } = child
      task?.inContext(() => onCrash?.({ job: task.message.job, signal, code, output: child.output() }))
      const causedByFile = child.timedOut || isCrashSignal(signal)
      ended(child, causedByFile ? tooCostly() : new Error(`The media process ended with ${signal ?? code}.`))
    })
    return child
  }

  function start(child: Child, task: Task): void {
    clearTimeout(child.timer)
    child.task = task
    setReferenced(child.process, true)
    // The process ends itself at its limits (main.ts). This ends one that waits endlessly or is stuck.
    child.timer = setTimeout(() => {
      child.timedOut = true
      child.process.kill('SIGKILL')
    }, task.message.cpuMs * WALL_CLOCK_FACTOR)
    child.process.send(task.message)
  }

  function finish(child: Child, message: ResultMessage): void {
    clearTimeout(child.timer)
    const { task } = child
    child.task = null
    if (message.rssBytes > RETIRE_BYTES) {
      retire(child)
    } else {
      setReferenced(child.process, false)
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
   * Handles a process that ended or could not start. Its job fails; when the file is not the cause, it is
   * tried once more.
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
      measureJob(
        job,
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
            inContext: AsyncLocalStorage.snapshot(),
          })
          schedule()
        }),
      ),
    close() {
      closed = true
      for (const task of queue.splice(0)) task.reject(poolClosed())
      for (const child of children) child.process.kill('SIGKILL')
    },
  }
}

const poolClosed = () => new Error('The server is stopping.')

function tooCostly(): MediaError {
  return new MediaError(
    'too_costly',
    'The file cannot be processed: it takes more time or memory than one file may.',
    'It may be damaged: make it again. If it is sound, send a smaller or shorter one.',
  )
}
