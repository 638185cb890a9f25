import { readdir, readFile } from 'node:fs/promises'

/** Returns the resident memory of a process, in bytes. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

/** Returns the number of files and sockets that a process has open. */
export const openFilesOf = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length

/**
 * Runs a function. Returns its duration in seconds, and the peak memory of the process in bytes during this
 * time.
 */
export async function observed(
  pid: number,
  run: () => Promise<unknown>,
): Promise<{ seconds: number; peak: number }> {
  let peak = await memoryOf(pid)
  const timer = setInterval(() => {
    void memoryOf(pid).then(now => {
      peak = Math.max(peak, now)
    })
  }, 20)
  const start = performance.now()
  await run()
  clearInterval(timer)
  return { seconds: (performance.now() - start) / 1000, peak }
}

/** The number of clock ticks per second in Linux. */
const TICKS = 100

/** Returns the processor time that a process has used so far, in seconds. */
async function processorTimeOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS
}

/**
 * Runs a function that sends requests and returns their number. Returns how many requests the server
 * completes per second of its own processor time. The client's processor time does not count.
 */
export async function perProcessorSecond(pid: number, run: () => Promise<number>): Promise<number> {
  const before = await processorTimeOf(pid)
  const requests = await run()
  return requests / ((await processorTimeOf(pid)) - before)
}
