import { readFile } from 'node:fs/promises'
import type { Thread } from '#shared/contract/thread'
import { gitPath } from '../change/git'
import { writeFileAtomically } from '../write-file-atomically'

/** The number of people's comments that a session has received, by the id of the thread. */
type DeliveredCounts = Record<string, number>
/** The sessions of a checkout, by their id. The latest one comes last. */
type Sessions = Record<string, DeliveredCounts>

/** The number of sessions that are remembered for a checkout. */
const MAX_SESSIONS = 20

/**
 * Returns the threads that a session has not received, and the threads to which a person has replied since.
 * Without this check, a session would receive the same comments each time it stops.
 */
export async function undeliveredThreads(session: string, threads: readonly Thread[]): Promise<Thread[]> {
  const delivered = (await readSessions())[session] ?? {}
  return threads.filter(each => (delivered[each.threadId] ?? 0) < byPeople(each))
}

/** Stores that a session has received threads. Does nothing if the file cannot be written. */
export async function recordDelivery(session: string, threads: readonly Thread[]): Promise<void> {
  const file = await sessionsFile()
  if (file === undefined) return
  const { [session]: delivered, ...others } = await readSessions()
  const counts = Object.fromEntries(threads.map(each => [each.threadId, byPeople(each)]))
  const latest = Object.entries(others).slice(1 - MAX_SESSIONS)
  const sessions: Sessions = { ...Object.fromEntries(latest), [session]: { ...delivered, ...counts } }
  // The file is replaced, not written through: in a repository of an outsider, it may be a link to another
  // file of the person, which must not change.
  await writeFileAtomically(file, JSON.stringify(sessions)).catch(() => {})
}

/** Returns the number of comments of a thread that were not written by agents. */
const byPeople = ({ comments }: Thread) => comments.filter(each => each.author.type !== 'agent').length

/**
 * Returns the path of the file, which is in the Git folder of the checkout; undefined outside of a checkout.
 */
const sessionsFile = () => gitPath('exhibit-hook.json')

async function readSessions(): Promise<Sessions> {
  try {
    return JSON.parse(await readFile((await sessionsFile()) ?? '', 'utf8')) as Sessions
  } catch {
    return {}
  }
}
