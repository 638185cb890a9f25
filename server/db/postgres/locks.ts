import { createHash } from 'node:crypto'
import type pg from 'pg'
import { connect } from './connections'
import { toUnavailable } from './errors'

/** How long a node waits for a lock that another node holds, in milliseconds. */
const WAIT_MS = 10 * 60_000

/**
 * Runs functions with the same name one after another, on all nodes. A separate connection holds an advisory
 * lock while the function runs. The lock is released if the node or the connection ends.
 */
export async function withAdvisoryLock<T>(url: string, name: string, run: () => Promise<T>): Promise<T> {
  const client = await connect(url, WAIT_MS)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockId(name)]).catch((error: unknown) => {
      throw toUnavailable(error)
    })
    return await run()
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Takes the lock of a name if it is free, without waiting. The lock is held until the connection is closed.
 * Returns whether the lock was taken.
 */
export async function tryAdvisoryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    lockId(name),
  ])
  return rows[0]?.locked ?? false
}

/** Returns a 64-bit number for the name of a lock, as a decimal string. */
function lockId(name: string): string {
  return createHash('sha256').update(`exhibit ${name}`).digest().readBigInt64BE().toString()
}
