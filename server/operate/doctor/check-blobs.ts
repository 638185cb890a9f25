import { HOUR } from '#shared/time'
import type { BlobDriver } from '~~/server/storage/driver'
import { ORPHAN_AGE, type ReferencedBlob } from '~~/server/storage/referenced-blobs'
import { inParallel, nullIfUnreadable, checksumOfBlob } from '../blobs/copy'
import { isStillReferenced, referencedBlobsOf, revisionTable, findUnreferenced } from '../blobs/referenced'
import { formatBytes, formatCount } from '../format'
import { countRows } from '../instance/tables'
import type { Reader } from '../instance/reader'
import type { Progress } from '../progress'
import type { Finding } from './finding'

/**
 * The age in milliseconds from which an orphan is reported. The sweep runs every hour, so it should have
 * deleted an orphan before this age.
 */
const SWEPT_AFTER = ORPHAN_AGE + 2 * HOUR
const BATCH = 200
/** The largest number of blob keys that a finding lists. */
const MAX_EXAMPLES = 10

/** The number of blobs with one kind of fault, and the keys of some of these blobs. */
interface Faults {
  count: number
  examples: string[]
}

const none = (): Faults => ({ count: 0, examples: [] })

const add = (faults: Faults, key: string) => {
  faults.count += 1
  if (faults.examples.length < MAX_EXAMPLES) faults.examples.push(key)
}

const namesOf = ({ examples }: Faults) => examples.join(', ')

/**
 * Checks that each blob whose key is in the database exists, and has the size that its row states. If
 * `isDeep` is true, also reads each blob whose row states a SHA-256, and compares the SHA-256.
 */
export async function checkReferencedBlobs(
  { db, tables }: Reader,
  store: BlobDriver,
  { progress, isDeep }: { progress: Progress; isDeep: boolean },
): Promise<Finding[]> {
  const [lost, derived, resized, damaged] = [none(), none(), none(), none()]
  let checked = 0
  let read = 0
  async function check(blob: ReferencedBlob): Promise<void> {
    const found = await store.getMeta(blob.key)
    checked += 1
    progress.update(`evidence: ${formatCount(checked, 'blob')} checked`)
    const hasSize = found && (blob.bytes === null || found.size === blob.bytes)
    if (hasSize && (!isDeep || blob.sha256 === null)) return
    if (hasSize) {
      read += 1
      const sum = await checksumOfBlob(store, blob.key).catch(nullIfUnreadable)
      if (sum?.sha256 !== blob.sha256 && (await isStillReferenced(db, tables, blob))) add(damaged, blob.key)
      return
    }
    if (!(await isStillReferenced(db, tables, blob))) return
    add(found ? resized : blob.isDerived ? derived : lost, blob.key)
  }
  for await (const blobs of referencedBlobsOf(db, tables)) await inParallel(blobs, check)
  const say = (level: Finding['level'], faults: Faults, text: string): Finding[] =>
    faults.count === 0
      ? []
      : [
          {
            check: 'evidence',
            level,
            text: `${formatCount(faults.count, 'blob')} ${text}, such as ${namesOf(faults)}`,
          },
        ]
  const findings = [
    ...say('problem', lost, 'missing; restore them from a backup'),
    ...say('problem', resized, 'with a wrong size; restore them from a backup'),
    ...say('problem', damaged, 'with wrong bytes; restore them from a backup'),
    ...say('warning', derived, 'missing, which are made again when they are next viewed'),
  ]
  if (findings.length > 0) return findings
  const text = `${formatCount(checked, 'blob')}, all present with the right size`
  const checksums = isDeep ? `; ${formatCount(read, 'checksum')} right` : ''
  return [{ check: 'evidence', level: 'ok', text: text + checksums }]
}

/** Checks for orphans that the sweep should have deleted. An orphan is a blob whose key is in no row. */
export async function checkOrphans(
  { db, tables }: Reader,
  store: BlobDriver,
  progress: Progress,
): Promise<Finding> {
  let listed = 0
  let bytes = 0
  const orphans = none()
  let batch: { key: string; bytes: number }[] = []
  async function judge(): Promise<void> {
    const keys = batch.map(each => each.key)
    for (const key of await findUnreferenced(db, tables, keys)) {
      add(orphans, key)
      bytes += batch.find(each => each.key === key)?.bytes ?? 0
    }
    batch = []
  }
  for await (const blob of store.list()) {
    listed += 1
    progress.update(`orphans: ${formatCount(listed, 'blob')} checked`)
    if (blob.modifiedAt > Date.now() - SWEPT_AFTER) continue
    batch.push(blob)
    if (batch.length === BATCH) await judge()
  }
  if (batch.length > 0) await judge()
  const check = 'orphans'
  if (orphans.count === 0) return { check, level: 'ok', text: `none among ${formatCount(listed, 'blob')}` }
  const size = `${formatCount(orphans.count, 'blob')} (${formatBytes(bytes)})`
  const found = `${size} that no row refers to, such as ${namesOf(orphans)}`
  if ((await countRows(db, revisionTable(tables))) === 0)
    return { check, level: 'problem', text: `${found}; DATABASE_URL and BLOB_URL may not belong together` }
  return {
    check,
    level: 'warning',
    text: `${found}; the sweep deletes them: check the log for its errors`,
  }
}
