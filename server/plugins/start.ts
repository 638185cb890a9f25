import { dirname } from 'node:path'
import { defineNitroPlugin, runTask, useStorage } from 'nitropack/runtime'
import { startAuth } from '~~/server/access/auth'
import { startDatabase, stopDatabase } from '~~/server/db'
import { isInvited } from '~~/server/domain/member/find-valid-invitation'
import { emitSessionEnd } from '~~/server/live/pubsub'
import { sendPasswordReset } from '~~/server/mail/password-reset'
import { ensurePersonalWorkspace } from '~~/server/domain/workspace/ensure-personal-workspace'
import { log } from '~~/server/log'
import { stopMedia } from '~~/server/media/process/media'
import { settings } from '~~/server/settings'
import { SettingsError } from '~~/server/settings/error'
import { assertWritableFolder } from '~~/server/settings/writable-folder'
import { startBlobs } from '~~/server/storage/blobs'
import { openBlobs } from '~~/server/storage/open'
import { sizeThreadPool } from '~~/server/thread-pool'

sizeThreadPool()

/**
 * Starts the process: settings, database, blobs, sign-in. Faults in the settings end it, with one line for
 * each and no stack.
 */
export default defineNitroPlugin(nitro => {
  const started = start().catch((error: unknown) => {
    process.stderr.write(`${error instanceof SettingsError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  })
  // Requests that arrive early wait.
  nitro.hooks.hook('request', () => started)
  nitro.hooks.hook('close', () => {
    stopMedia()
    stopDatabase()
  })
})

async function start(): Promise<void> {
  const { databaseFile, blobUrl, sources, publicUrl, smtp } = settings()
  const storage = openBlobs(blobUrl, sources.blobs)
  const assets = useStorage('assets:migrations')
  const migrations = Object.fromEntries(
    await Promise.all(
      (await assets.getKeys()).map(async key => [key.replaceAll(':', '/'), await textOf(assets, key)]),
    ),
  )
  assertWritableFolder(sources.database, dirname(databaseFile))
  await startDatabase(databaseFile, migrations).catch((error: unknown) => {
    throw databaseFault(error) ?? error
  })
  startBlobs(storage)
  startAuth({
    onSession: ensurePersonalWorkspace,
    onSessionEnd: emitSessionEnd,
    isInvited,
    sendPasswordReset: smtp ? sendPasswordReset : null,
  })
  log.info('ready', { publicUrl })
  // Cleans up after the last run; scheduled every hour after that.
  runTask('sweep').catch((error: unknown) => log.error('the sweep failed', { error }))
}

/** Returns the fault of a file that SQLite cannot open or write as a database; null for other errors. */
function databaseFault(error: unknown): SettingsError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^SQLITE_(?:CANTOPEN|READONLY|NOTADB|PERM|AUTH)/.test(code)) return null
  const { databaseFile, sources } = settings()
  const remedy = "name a database file that the server's user may write, or one that does not exist yet"
  return new SettingsError([
    `${sources.database}: ${databaseFile} cannot be opened as an SQLite database (${code}); ${remedy}`,
  ])
}

/** Reads an asset as text: unstorage parses what looks like JSON. */
async function textOf(assets: ReturnType<typeof useStorage>, key: string): Promise<string> {
  const raw: unknown = await assets.getItemRaw(key)
  return raw instanceof Uint8Array
    ? Buffer.from(raw).toString('utf8')
    : typeof raw === 'string'
      ? raw
      : JSON.stringify(raw)
}
