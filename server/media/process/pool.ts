import { AsyncLocalStorage } from 'node:async_hooks'
import { SECOND } from '#shared/time'
import { fairShares } from '~~/server/process/fair-share'
import { registerGauge } from '~~/server/metrics'
import { UsedTime } from '~~/server/process/used-time'
import { MediaError } from '../error'
import { forkMediaProcess, isCrashSignal, setReferenced } from './fork'
import { measureJob } from './measure'
import type { InputOfJob, MediaJob, ResultOfJob } from './jobs'
import { limitDuration, lowerPriority, type MediaProcess } from './media-process'
import { fromSent, type ResultMessage } from './messages'
import { jobToInterrupt, nextJob } from './job-order'
import { assertFewWaiting, dropAbandoned, type Task } from './waiting-jobs'

/**
 * The memory in bytes above which a process is replaced after a job, because the memory of large pictures is
 * not always freed.
 */
const RETIRE_BYTES = 256 * 1024 * 1024
/**
 * The time in milliseconds after which an idle process is ended. An idle process takes 100 MiB of memory or
 * more, while starting a new one takes only a fifth of a second.
 */
const IDLE_MS = 20_000
/**
 * The time in milliseconds after which a running job continues at the lowest priority if other jobs wait, so
 * that another job can start.
 */
const LONG_MS = 3 * SECOND
const BYTES_PER_SECOND = 10 * 1024 * 1024
/**
 * The maximum number of CPU seconds of a drawing or a comparison, which occupies a process that others wait
 * for. A picture of 100 megapixels with hundreds of marks takes less.
 */
const SHORT_SECONDS = 20

export interface MediaPool {
  /**
   * Runs a job on a file of `fileBytes` in a media process, on behalf of the account `owner`. Waiting jobs
   * start in this order: first the jobs of the owner with the fewest running jobs, then the jobs of the owner
   * who used the least time recently, then jobs with a stored result before drawings for one request, then
   * the oldest job. A few jobs that take long continue at the lowest priority, so that others can start.
   * Throws a MediaError if the file does not match its declared type, makes the process crash, or exceeds the
   * limits of time or memory. Throws `rate_limited` if too many jobs of the owner are waiting, and an
   * AbandonedError if the client has disconnected. Any other error is not caused by the file.
   */
  run: <J extends MediaJob>(
    job: J,
    input: InputOfJob<J>,
    fileBytes: number,
    owner: string,
  ) => Promise<ResultOfJob<J>>
  /** Ends all processes immediately. Running and waiting jobs fail. */
  close: () => void
}

export interface Crash {
  job: MediaJob
  signal: string | null
  code: number | null
  output: string
}

export interface PoolOptions {
  /** Returns the path of the built media process (main.ts). */
  entry: () => string
  /** The number of CPU seconds that a job may use. A job for a large file may use more. */
  seconds: number
  /** Called if a process ends while it runs a job. */
  onCrash?: (crash: Crash) => void
}

/** The jobs whose results are drawn for one request and not stored. */
const drawings: readonly MediaJob[] = ['markedPicture', 'comparedPictures']
/** The jobs with a shorter time limit. A request can succeed even without the result of such a job. */
const shortJobs: readonly MediaJob[] = [...drawings, 'pictureDifference']

/**
 * Creates a pool of media processes. They are started on demand, reused, and ended when they are idle or use
 * too much memory.
 */
export function createMediaPool({ entry, seconds, onCrash }: PoolOptions): MediaPool {
  const children = new Set<MediaProcess>()
  /** The jobs in the order of arrival. */
  const queue: Task[] = []
  const used = new UsedTime()
  let closed = false
  registerGauge('mediaQueue', () => queue.length)
  registerGauge('mediaRunning', () => [...children].filter(child => child.task).length)

  function schedule(): void {
    dropAbandoned(queue)
    const task = nextJob(queue, runningJobs(), used)
    if (!task && !makePlaces() && !interrupt()) return
    if (task) begin(task)
    schedule()
  }

  const runningJobs = () => [...children].flatMap(({ task }) => task ?? [])

  function begin(task: Task): void {
    queue.splice(queue.indexOf(task), 1)
    start([...children].find(child => child.task === null) ?? spawn(), task)
  }

  /**
   * If jobs are waiting, moves jobs that have run for a long time to the lowest priority. The job that has
   * run longest is moved first. Returns whether any job was moved.
   */
  function makePlaces(): boolean {
    if (queue.length === 0) return false
    const busy = [...children].filter(child => child.task)
    const places = fairShares.media.long - busy.filter(child => child.task?.isLong).length
    const long = busy.filter(child => !child.task?.isLong && child.hasRunLong)
    const leaving = long.toSorted((one, other) => one.since - other.since).slice(0, places)
    for (const child of leaving) lowerPriority(child)
    return leaving.length > 0
  }

  /**
   * Interrupts a job that has run for a long time if another owner waits for it: {@link jobToInterrupt}. The
   * interrupted job begins again when one of the places for long jobs is free. Returns whether a job was
   * interrupted.
   */
  function interrupt(): boolean {
    const childOf = (job: Task) => [...children].find(({ task }) => task === job)
    const job = jobToInterrupt(queue, runningJobs(), used, each => childOf(each)?.hasRunLong ?? false)
    const child = job && childOf(job)
    if (!child) return false
    takeTask(child)
    retire(child)
    queue.push({ ...job, isLong: true })
    return true
  }

  function spawn(): MediaProcess {
    const child: MediaProcess = {
      ...forkMediaProcess(entry()),
      task: null,
      since: 0,
      hasRunLong: false,
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

  function start(child: MediaProcess, task: Task): void {
    clearTimeout(child.timer)
    child.task = task
    child.since = performance.now()
    child.hasRunLong = false
    setReferenced(child.process, true)
    limitDuration(child, task)
    if (task.isLong) lowerPriority(child)
    else child.longTimer = setTimeout(() => ranLong(child), LONG_MS).unref()
    child.process.send(task.message)
  }

  function ranLong(child: MediaProcess): void {
    child.hasRunLong = true
    schedule()
  }

  function finish(child: MediaProcess, message: ResultMessage): void {
    clearTimeout(child.timer)
    const task = takeTask(child)
    // A process at the lowest priority is not reused, because its priority cannot be raised again.
    if (message.rssBytes > RETIRE_BYTES || task?.isLong) {
      retire(child)
    } else {
      setReferenced(child.process, false)
      child.timer = setTimeout(() => retire(child), IDLE_MS).unref()
    }
    if ('error' in message) task?.reject(fromSent(message.error))
    else task?.resolve(message.result)
    schedule()
  }

  /**
   * Removes the finished or failed job from its process, and adds its duration to the used time of its owner.
   */
  function takeTask(child: MediaProcess): Task | null {
    const { task, since } = child
    child.task = null
    clearTimeout(child.longTimer)
    if (task) used.add(task.owner, performance.now() - since)
    return task
  }

  function retire(child: MediaProcess): void {
    clearTimeout(child.timer)
    children.delete(child)
    child.process.kill('SIGKILL')
  }

  /**
   * Handles a process that has ended or could not start. Its job is retried once if the file was not the
   * cause; otherwise the job fails.
   */
  function ended(child: MediaProcess, error: Error): void {
    retire(child)
    const task = takeTask(child)
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
          assertFewWaiting(queue, owner, isDrawing)
          const most = shortJobs.includes(job) ? Math.min(seconds, SHORT_SECONDS) : seconds
          const cpuMs = Math.ceil((most + fileBytes / BYTES_PER_SECOND) * 1000)
          const message = { job, input, cpuMs }
          queue.push({
            message,
            owner,
            isVideo: job === 'embedVideo',
            isDrawing,
            isLong: false,
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
    'It may be damaged: create it again. If it is intact, send a smaller or shorter one.',
  )
}
