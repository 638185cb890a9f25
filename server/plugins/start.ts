import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { defineNitroPlugin, runTask } from 'nitropack/runtime'
import { SECOND } from '#shared/time'
import { startAuth } from '~~/server/sign-in/auth'
import { startRateLimits } from '~~/server/limits/rate-limit'
import { database, startDatabase, stopDatabase } from '~~/server/db'
import { startFault } from '~~/server/db/start-fault'
import { totalStoredBytes } from '~~/server/domain/billing/stored-bytes'
import { revokeGranted } from '~~/server/domain/account/revoke-granted'
import { startPullRequestUpdates, stopPullRequestUpdates } from '~~/server/domain/forge/update-worker'
import { isInvited } from '~~/server/domain/member/find-valid-invitation'
import { unavailableServices } from '~~/server/domain/meta/read-ready'
import { startNotificationMails, stopNotificationMails } from '~~/server/domain/notification/mail-worker'
import { stopPresence } from '~~/server/domain/review/presence'
import { startDeliveries, stopDeliveries } from '~~/server/domain/webhook/delivery-worker'
import { emitSessionEnd, startRelay } from '~~/server/changes/live'
import { sendPasswordReset, sendTokensRevoked } from '~~/server/mail/password-reset'
import { limitFetch } from '~~/server/outgoing/limited-fetch'
import { ensureWorkspaces } from '~~/server/domain/workspace/ensure-workspaces'
import { createNamedWorkspaces } from '~~/server/domain/workspace/named-workspaces'
import { readLastBackup } from '~~/server/storage/last-backup'
import { log } from '~~/server/process/log'
import { registerGauge, startMetrics } from '~~/server/metrics'
import { stopMedia } from '~~/server/media/process/media'
import { settings } from '~~/server/settings'
import { envFault } from '~~/server/settings/env-file'
import { SettingsError } from '~~/server/settings/error'
import { describeUnknown, unknownSettings } from '~~/server/settings/unknown'
import { assertWritableFolder } from '~~/server/settings/writable-folder'
import { startBlobs } from '~~/server/storage/blobs'
import { openBlobs } from '~~/server/storage/open'
import { finishStartup } from '~~/server/process/startup'
import { sizeThreadPool } from '~~/server/process/thread-pool'

sizeThreadPool()

/** The time that the metric `lastBackup` has if there is no backup: the beginning of 1970. */
const EPOCH = new Date(0).toISOString()

/**
 * Starts the process: settings, database, blobs, sign-in. If a setting is wrong, prints one line for each
 * fault, without a stack, and ends the process.
 */
export default defineNitroPlugin(nitro => {
  const started = start().then(finishStartup, (error: unknown) => {
    process.stderr.write(`${error instanceof SettingsError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  })
  // The development server may receive requests before the start is complete. They wait until then.
  nitro.hooks.hook('request', () => started)
  nitro.hooks.hook('close', () => {
    stopMedia()
    const stops = [stopDeliveries, stopPullRequestUpdates, stopNotificationMails, stopPresence]
    return Promise.all(stops.map(stop => stop())).then(stopDatabase)
  })
})

/**
 * Logs a warning if media are redirected to a store from which browsers cannot load them. For example, an
 * https page may not load media from an http URL.
 */
function warnOfRedirects(origin: string | undefined): void {
  const { blobRedirect, publicUrl } = settings()
  if (!blobRedirect || origin === undefined || !publicUrl.startsWith('https:')) return
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:' && !/^(?:localhost|127\..*|\[::1\])$/.test(hostname)) return
  log.warn(
    'BLOB_REDIRECT redirects browsers to a store that they cannot load from: it must be https and public',
    {
      store: origin,
    },
  )
}

/** Registers the metrics about the database, the evidence, the disk and the services of this process. */
function registerStateGauges(dataDir: string): void {
  registerGauge('unavailableServices', async () => (await unavailableServices()).length)
  registerGauge('lastBackup', async () => Date.parse((await readLastBackup(dataDir))?.at ?? EPOCH) / SECOND)
  registerGauge('databaseBytes', () => database().size())
  registerGauge('connectionsUsed', () => database().connections?.().used ?? 0)
  registerGauge('connectionsWaiting', () => database().connections?.().waiting ?? 0)
  registerGauge('storedBytes', totalStoredBytes)
  registerGauge('freeBytes', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  })
}

async function start(): Promise<void> {
  if (envFault) throw envFault
  for (const each of unknownSettings(process.env)) log.warn(describeUnknown(each))
  const { dataDir, database: address, blobUrl, sources, smtp, metricsToken } = settings()
  if (metricsToken !== null) {
    await startMetrics()
    registerStateGauges(dataDir)
  }
  const storage = await openBlobs(blobUrl, sources.blobs)
  if (address.dialect === 'sqlite') assertWritableFolder(sources.database, dirname(address.file))
  const { migrations } = await import('#migrations')
  const begun = performance.now()
  await startDatabase(address, migrations[address.dialect]).catch((error: unknown) => {
    throw startFault(error, address, sources.database) ?? error
  })
  const openSeconds = (performance.now() - begun) / SECOND
  registerGauge('databaseOpenSeconds', () => openSeconds)
  startBlobs(storage)
  warnOfRedirects(storage.direct?.origin)
  startRelay()
  await createNamedWorkspaces()
  await startRateLimits()
  limitFetch()
  startAuth({
    onSession: ensureWorkspaces,
    onSessionEnd: emitSessionEnd,
    isInvited,
    revokeGranted,
    sendTokensRevoked,
    sendPasswordReset: smtp ? sendPasswordReset : null,
  })
  startDeliveries()
  startPullRequestUpdates()
  startNotificationMails()
  // Starts the first sweep, which cleans up the files and rows that the previous process left. Later sweeps
  // are scheduled every hour.
  runTask('sweep').catch((error: unknown) => log.error('the sweep failed', { error }))
}
