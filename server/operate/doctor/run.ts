import type { Dialect } from '~~/server/settings/dialect'
import type { Migrations } from '~~/server/db/engine'
import { parseSettings, type ParsedSettings } from '~~/server/settings'
import { SettingsError } from '~~/server/settings/error'
import { describeUnknown, unknownSettings } from '~~/server/settings/unknown'
import type { BlobDriver } from '~~/server/storage/driver'
import { openDriver } from '~~/server/storage/open'
import { openReader, type Reader } from '../instance/reader'
import type { Progress } from '../progress'
import type { Result } from '../result'
import { checkBackup } from './check-backup'
import { checkReferencedBlobs, checkOrphans } from './check-blobs'
import { checkClock, checkIntegrity, checkMigrations, checkVersion } from './check-database'
import { checkFiles, checkSpace } from './check-files'
import { checkRetention } from './check-retention'
import { checkRows } from './check-rows'
import { checkServices } from './check-services'
import { exitCodeOf, messageOf, renderTable, type Finding } from './finding'

const OLDEST_NODE = 24
const OTHER_SCHEMA = 'the database does not have the schema of this version'

/** The options of the doctor. */
interface Options {
  progress: Progress
  /** Whether to read the bytes of all originals and compare their checksums. */
  isDeep: boolean
}

/**
 * Checks an instance, and returns a table of findings with the exit code: 0 if there are no problems, 1 for
 * warnings, 2 for problems. Writes nothing. If a check fails with an error, the error is reported as a
 * problem and the other checks still run.
 */
export async function runDoctor(
  env: NodeJS.ProcessEnv,
  migrations: Record<Dialect, Migrations>,
  options: Options,
): Promise<Result> {
  const node = checkNode()
  const findings =
    node.level === 'ok'
      ? [node, ...(await checkInstance(env, migrations, options))]
      : // The SQLite driver crashes on older versions of Node without an error.
        [node, ...skipped(['everything else'], 'use a newer Node first')]
  return { text: renderTable(findings), exitCode: exitCodeOf(findings), data: { findings } }
}

function checkNode(): Finding {
  const { node } = process.versions
  if (Number.parseInt(node) >= OLDEST_NODE) return { check: 'Node', level: 'ok', text: node }
  return { check: 'Node', level: 'problem', text: `${node} is too old; use Node ${OLDEST_NODE}` }
}

async function checkInstance(
  env: NodeJS.ProcessEnv,
  migrations: Record<Dialect, Migrations>,
  options: Options,
): Promise<Finding[]> {
  let settings: ParsedSettings
  try {
    settings = parseSettings(env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return [
      ...error.faults.map((text): Finding => ({ check: 'settings', level: 'problem', text })),
      { check: 'everything else', level: 'not checked', text: 'correct the settings first' },
    ]
  }
  return [
    ...checkUnknown(env),
    ...(await guard('files', () => checkFiles(settings))),
    ...(await guard('free space', () => checkSpace(settings))),
    ...(await checkStores(settings, migrations, options)),
    ...(await guard('services', () => checkServices(settings))),
  ]
}

function checkUnknown(env: NodeJS.ProcessEnv): Finding[] {
  const unknown = unknownSettings(env)
  if (unknown.length === 0) return [{ check: 'settings', level: 'ok', text: 'valid' }]
  return unknown.map(each => ({ check: 'settings', level: 'warning', text: describeUnknown(each) }))
}

/** Runs a check. If it fails with an error, returns the error as a problem. */
async function guard(check: string, run: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await run()].flat()
  } catch (error) {
    return [{ check, level: 'problem', text: messageOf(error) }]
  }
}

const skipped = (checks: string[], text: string): Finding[] =>
  checks.map(check => ({ check, level: 'not checked', text }))

async function checkStores(
  settings: ParsedSettings,
  migrations: Record<Dialect, Migrations>,
  options: Options,
): Promise<Finding[]> {
  const { database, sources, blobUrl } = settings
  let store: BlobDriver | null = null
  const storeFindings = await guard('blob store', async () => {
    store = await openDriver(blobUrl, sources.blobs, 'reading')
    return { check: 'blob store', level: 'ok', text: 'responds' }
  })
  let reader: Reader
  try {
    reader = await openReader(database, sources.database)
  } catch (error) {
    const checks = [
      'migrations',
      'integrity',
      'clock',
      'rows',
      'texts',
      'retention',
      'backup',
      'evidence',
      'orphans',
    ]
    return [
      { check: 'database', level: 'problem', text: messageOf(error) },
      ...storeFindings,
      ...skipped(checks, 'the database does not open'),
    ]
  }
  try {
    const { dialect } = database
    const schema = checkMigrations(reader, migrations[dialect], database)
    return [
      ...(await guard('database', () => checkVersion(reader, dialect))),
      schema,
      ...(dialect === 'sqlite' ? await guard('integrity', () => checkIntegrity(reader)) : []),
      ...(await guard('clock', () => checkClock(reader, database))),
      ...storeFindings,
      ...(schema.level === 'ok'
        ? [
            ...(await guard('rows', () => checkRows(reader, options.progress))),
            ...(await guard('retention', () => checkRetention(reader, settings.retention))),
            ...(await guard('backup', () => checkBackup(reader, settings.dataDir))),
          ]
        : skipped(['rows', 'texts', 'retention', 'backup'], OTHER_SCHEMA)),
      ...(await checkBlobs(reader, store, schema, options)),
    ]
  } finally {
    await reader.close()
  }
}

async function checkBlobs(
  reader: Reader,
  store: BlobDriver | null,
  schema: Finding,
  options: Options,
): Promise<Finding[]> {
  const checks = ['evidence', 'orphans']
  if (!store) return skipped(checks, 'the blob store does not open')
  if (schema.level !== 'ok') return skipped(checks, OTHER_SCHEMA)
  return [
    ...(await guard('evidence', () => checkReferencedBlobs(reader, store, options))),
    ...(await guard('orphans', () => checkOrphans(reader, store, options.progress))),
  ]
}
