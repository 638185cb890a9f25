import os from 'node:os'
import type { ChildProcess } from 'node:child_process'
import type { Task } from './waiting-jobs'

/**
 * The maximum duration of a job, as a multiple of its CPU time limit. It allows for busy machines and slow
 * disks.
 */
const WALL_CLOCK_FACTOR = 4
/** The maximum duration of a job at the lowest priority, as a multiple of its CPU time limit. */
const LONG_WALL_CLOCK_FACTOR = 16

/** A media process, with the job that it runs. */
export interface MediaProcess {
  process: ChildProcess
  task: Task | null
  /** The start of the job, by `performance.now()`. */
  since: number
  /** The timer that ends the process if its job takes too long, or if it has been idle for a while. */
  timer?: NodeJS.Timeout
  /** The timer after which the job has run for a long time. */
  longTimer?: NodeJS.Timeout
  /** Whether the job has run for so long that another job may take its place. */
  hasRunLong: boolean
  timedOut: boolean
  output: () => string
}

/**
 * Ends a process after a time limit, because it may wait endlessly or hang. A process that exceeds its CPU
 * or memory limit ends itself (main.ts).
 */
function endAfter(child: MediaProcess, ms: number): NodeJS.Timeout {
  return setTimeout(() => {
    child.timedOut = true
    child.process.kill('SIGKILL')
  }, ms)
}

/** Starts the time limit of the job that a process begins. */
export function limitDuration(child: MediaProcess, { message }: Task): void {
  child.timer = endAfter(child, message.cpuMs * WALL_CLOCK_FACTOR)
}

/** Continues a running job at the lowest priority of the operating system, with a longer time limit. */
export function lowerPriority(child: MediaProcess): void {
  const { pid } = child.process
  if (!child.task || pid === undefined) return
  child.task.isLong = true
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW)
  } catch {
    // The process has already ended. Its job is retried or fails in the handler of its `exit` event.
  }
  clearTimeout(child.timer)
  child.timer = endAfter(child, child.task.message.cpuMs * LONG_WALL_CLOCK_FACTOR)
}
