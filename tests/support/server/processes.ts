import { readdirSync, readFileSync } from 'node:fs'

/** Returns the process ids of the media processes of a server, from the process list of Linux. */
export function mediaProcesses(serverPid: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return (
          Number(parent) === serverPid &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('media-process')
        )
      } catch {
        return false
      }
    })
}

/** Returns whether a process runs and is not a zombie. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Returns the resident memory of a process in MiB; 0 if the process has ended. */
export function residentOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Returns the resident memory of a server and its media processes together, in MiB. */
export function memoryOf(serverPid: number): number {
  return [serverPid, ...mediaProcesses(serverPid)].reduce((sum, pid) => sum + residentOf(pid), 0)
}

/** Waits until the media processes of a server have ended, as they do when they are idle. */
export async function mediaProcessesEnded(serverPid: number): Promise<void> {
  while (mediaProcesses(serverPid).length > 0) await new Promise(resolve => setTimeout(resolve, 200))
}
