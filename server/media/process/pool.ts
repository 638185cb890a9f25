import { AsyncLocalStorage } from 'node:async_hooks'
import os from 'node:os'
import type { ChildProcess } from 'node:child_process'
import { AppError } from '#shared/errors'
import { SECOND } from '#shared/time'
import { fairShares } from '~~/server/process/fair-share'
import { metrics, registerGauge } from '~~/server/metrics'
import { hasClientLeft } from '~~/server/process/request-context'
import { MediaError } from '../error'
import { forkMediaProcess, isCrashSignal, setReferenced } from './fork'
import { measureJob } from './measure'
import type { InputOfJob, MediaJob, ResultOfJob } from './jobs'
import { fromSent, type JobMessage, type ResultMessage } from './messages'
import { nextOf, UsedTime, type Job } from './turns'

/**
 * A process that holds more than this after a job is replaced: memory of large pictures is not always freed.
 */
const RETIRE_BYTES = 256 * 1024 * 1024
/** An idle process takes 100 MiB or more; a new one needs a fifth of a second to start. */
const IDLE_MS = 20_000
/** A job may take this many times its CPU time by the clock, for busy machines and slow disks. */
const WALL_CLOCK_FACTOR = 4
/** The same for a job that continues at the lowest priority. */
const LONG_WALL_CLOCK_FACTOR = 16
/** A job that has run for this long leaves its place to others, and continues at the lowest priority. */
const LONG_MS = 3 * SECOND
const BYTES_PER_SECOND = 10 * 1024 * 1024
/** When to try again after too many waited. */
const RETRY_SECONDS = 5

export interface MediaPool {
  /**
   * Runs a job on a file of this many bytes in a media process, for `owner`: an account. The job of the owner
   * with the fewest running jobs comes first, then of the one who used the least time lately, then what is
   * stored before what is drawn for one request, then what waits longest. A job that takes long leaves its
   * place to others: a few of those continue at the lowest priority. Throws a MediaError for a file that is
   * not what it was declared as, and for one whose processing crashes or exceeds the limits of time and
   * memory; `rate_limited` where too many jobs of the owner wait, and an {@link AbandonedError}. Other errors
   * are not caused by the file.
   */
  run: <J extends MediaJob>(
    job: J,
    input: InputOfJob<J>,
    fileBytes: number,
    owner: string,
  ) => Promise<ResultOfJob<J>>
  /** Ends all processes at once; jobs that run or wait fail. */
  close: () => void
}

/** The client that a picture was to be drawn for left before it was. */
export class AbandonedError extends AppError {
  constructor() {
    super('request_timeout', { message: 'The client left before the picture was drawn.' })
  }
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

/** The jobs whose results are drawn for a request and not stored. */
const drawings: readonly MediaJob[] = ['markedPicture', 'comparedPictures']

interface Task extends Job {
  message: JobMessage
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
  /** When its job began, by `performance.now()`. */
  since: number
  /** Ends the process: a busy one when its job takes too long, an idle one after a while. */
  timer?: NodeJS.Timeout
  /** Looks whether its job may leave its place to others. */
  longTimer?: NodeJS.Timeout
  /** Whether its job continues at the lowest priority. */
  isLong: boolean
  timedOut: boolean
  output: () => string
}

/** Creates a pool of media processes: started on demand, reused while healthy, ended when idle. */
export function createMediaPool({ entry, seconds, onCrash }: PoolOptions): MediaPool {
  const children = new Set<Child>()
  /** In the order of arrival. */
  const queue: Task[] = []
  const used = new UsedTime()
  let closed = false
  registerGauge('mediaQueue', () => queue.length)
  registerGauge('mediaRunning', () => [...children].filter(child => child.task).length)

  function schedule(): void {
    dropAbandoned()
    const running = [...children].flatMap(({ task, isLong }) => (task ? [{ ...task, isLong }] : []))
    const task = nextOf(queue, running, used)
    if (!task && !makePlaces()) return
    if (task) begin(task)
    schedule()
  }

  function begin(task: Task): void {
    queue.splice(queue.indexOf(task), 1)
    start([...children].find(child => child.task === null) ?? spawn(), task)
  }

  /**
   * Lets jobs that have run for long continue at the lowest priority while others wait, the longest first.
   * Returns whether there were any.
   */
  function makePlaces(): boolean {
    if (queue.length === 0) return false
    const busy = [...children].filter(child => child.task)
    const places = fairShares.media.long - busy.filter(child => child.isLong).length
    const long = busy.filter(({ isLong, since }) => !isLong && performance.now() - since >= LONG_MS)
    const leaving = long.toSorted((one, other) => one.since - other.since).slice(0, places)
    for (const child of leaving) lowerPriority(child)
    return leaving.length > 0
  }

  function lowerPriority(child: Child): void {
    const { pid } = child.process
    if (!child.task || pid === undefined) return
    child.isLong = true
    try {
      os.setPriority(pid, os.constants.priority.PRIORITY_LOW)
    } catch {
      // It has ended, which is handled where its end is.
    }
    clearTimeout(child.timer)
    child.timer = endAfter(child, child.task.message.cpuMs * LONG_WALL_CLOCK_FACTOR)
  }

  /** Ends a process that waits endlessly or is stuck; at its limits it ends itself (main.ts). */
  function endAfter(child: Child, ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      child.timedOut = true
      child.process.kill('SIGKILL')
    }, ms)
  }

  /** Rejects drawn pictures whose client left. Jobs whose results are stored are done all the same. */
  function dropAbandoned(): void {
    for (const task of queue.filter(each => each.isDrawing))
      task.inContext(() => {
        if (!hasClientLeft()) return
        queue.splice(queue.indexOf(task), 1)
        task.reject(new AbandonedError())
      })
  }

  function assertFewWaiting(owner: string, isDrawing: boolean): void {
    const { waiting, waitingDrawings } = fairShares.media
    const own = queue.filter(task => task.owner === owner && task.isDrawing === isDrawing)
    if (own.length < (isDrawing ? waitingDrawings : waiting)) return
    metrics.rateLimited('media')
    throw new AppError('rate_limited', {
      message: isDrawing
        ? 'Too many pictures of this account are waiting to be drawn.'
        : 'Too many files of this account are waiting to be processed.',
      hint: 'Wait for the responses to earlier requests, then try again.',
      retryAfter: RETRY_SECONDS,
    })
  }

  function spawn(): Child {
    const child: Child = {
      ...forkMediaProcess(entry()),
      task: null,
      since: 0,
      isLong: false,
      timedOut: false,
    }
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
    child.since = performance.now()
    setReferenced(child.process, true)
    child.timer = endAfter(child, task.message.cpuMs * WALL_CLOCK_FACTOR)
    child.longTimer = setTimeout(schedule, LONG_MS).unref()
    child.process.send(task.message)
  }

  function finish(child: Child, message: ResultMessage): void {
    clearTimeout(child.timer)
    const task = taskOf(child)
    // A priority cannot be raised again.
    if (message.rssBytes > RETIRE_BYTES || child.isLong) {
      retire(child)
    } else {
      setReferenced(child.process, false)
      child.timer = setTimeout(() => retire(child), IDLE_MS).unref()
    }
    if ('error' in message) task?.reject(fromSent(message.error))
    else task?.resolve(message.result)
    schedule()
  }

  /** Takes the job that ended from its process, and counts its time. */
  function taskOf(child: Child): Task | null {
    const { task, since } = child
    child.task = null
    clearTimeout(child.longTimer)
    if (task) used.add(task.owner, performance.now() - since)
    return task
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
    const task = taskOf(child)
    if (task && !closed && !task.retried && !(error instanceof MediaError))
      queue.unshift({ ...task, retried: true })
    else task?.reject(error)
    if (!closed) schedule()
  }

  return {
    run: <J extends MediaJob>(job: J, input: InputOfJob<J>, fileBytes: number, owner: string) =>
      measureJob(
        job,
        new Promise<ResultOfJob<J>>((resolve, reject) => {
          if (closed) return reject(poolClosed())
          const isDrawing = drawings.includes(job)
          assertFewWaiting(owner, isDrawing)
          const cpuMs = Math.ceil((seconds + fileBytes / BYTES_PER_SECOND) * 1000)
          const message = { job, input, cpuMs }
          queue.push({
            message,
            owner,
            isVideo: job === 'embedVideo',
            isDrawing,
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
