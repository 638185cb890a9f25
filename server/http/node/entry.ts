// The import of env-file must come before all other imports. The comment in env-file.ts states the reason.
import '~~/server/settings/env-file'
import { once } from 'node:events'
import { Server, type IncomingMessage, type ServerResponse } from 'node:http'
import { toNodeListener } from 'h3'
import { useNitroApp } from 'nitropack/runtime'
import { startScheduleRunner } from 'nitropack/runtime/internal/task'
import { MINUTE, SECOND } from '#shared/time'
import { removeUsedFolders } from '~~/server/bytes/work-folder'
import { log } from '~~/server/process/log'
import { currentRequest } from '~~/server/process/request-context'
import { settings } from '~~/server/settings'
import { listenFault } from '~~/server/settings/error'
import { startup } from '~~/server/process/startup'
import { commit, version } from '~~/server/process/version'
import { endStreams } from '../responses/send-events'
import { respondToClientError, respondToUncaught, respondWhileStarting } from './client-error'
import { shutDownOnSignal } from './shutdown'
import { limitUnreadBody } from './unread-body'

// The entry of the built server, which replaces the entry of Nitro. Requests that Node.js cannot parse get
// the error envelope, running requests are finished before the server stops, and all output consists of log
// lines in JSON. The development server does not use this file; server/plugins/requests.ts is used by both.

process.on('unhandledRejection', error => log.error('unhandledRejection', { error }))
process.on('uncaughtException', error => {
  const request = currentRequest()
  log.error('uncaughtException', { requestId: request?.id, error })
  if (request) respondToUncaught(request.response)
})

process.on('exit', removeUsedFolders)

// If the process that reads the log has ended, writing a log line fails. This error is not logged, since
// writing that line would fail too.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const nitroApp = useNitroApp()
// Uploads may take longer than the default limit of Node.js, five minutes, so the limit is disabled: the code
// that reads request bodies closes connections that are idle or too slow. Connections without a request stay
// open for 75 seconds. This is longer than the 60 seconds of common proxies: if the server closed a
// connection first, the proxy could be sending a request on it.
const options = {
  requestTimeout: 0,
  headersTimeout: MINUTE,
  keepAliveTimeout: 75 * SECOND,
  requireHostHeader: false,
}
const handle = toNodeListener(nitroApp.h3App)
let isStarted = false
const respond = (request: IncomingMessage, response: ServerResponse) => {
  limitUnreadBody(request, response)
  return isStarted ? void handle(request, response) : respondWhileStarting(request, response)
}
const server = new Server(options, respond)
server.on('clientError', respondToClientError)
// An unknown `Expect` header is ignored (RFC 9110, 10.1.1). Node.js would send 417 without an envelope.
server.on('checkExpectation', respond)
server.on('error', error => {
  process.stderr.write(`${listenFault(error).message}\n`)
  process.exit(1)
})
shutDownOnSignal(
  server,
  { onStart: endStreams, onClosed: () => nitroApp.hooks.callHook('close') },
  () => settings().shutdownDelay * SECOND,
)
// Starts the hourly sweep. Nitro exports this function only to its own entries, from a private path. Use a
// public export when there is one. This file is not needed any more when Nitro's own entry lets an app set
// the options and listeners of the server.
startScheduleRunner()
void listen()

/**
 * Accepts connections, also while migrations are applied: their requests get 503 until the server has
 * started.
 */
async function listen(): Promise<void> {
  const known = settingsOrNull()
  // server/plugins/start.ts prints the faults of the settings, and ends the process.
  if (!known) return
  server.listen({ port: known.port, host: process.env.HOST || undefined })
  await Promise.all([startup, once(server, 'listening')])
  isStarted = true
  log.info('ready', { version, commit, publicUrl: known.publicUrl, address: server.address() })
}

function settingsOrNull() {
  try {
    return settings()
  } catch {
    return null
  }
}
