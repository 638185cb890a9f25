import { Server } from 'node:http'
import { toNodeListener } from 'h3'
import { useNitroApp } from 'nitropack/runtime'
import { startScheduleRunner } from 'nitropack/runtime/internal/task'
import { MINUTE, SECOND } from '#shared/time'
import { log } from '~~/server/process/log'
import { currentRequest } from '~~/server/process/request-context'
import { settings } from '~~/server/settings'
import { listenFault } from '~~/server/settings/error'
import { startup } from '~~/server/process/startup'
import { endStreams } from '../responses/send-events'
import { respondToClientError, respondToUncaught } from './client-error'
import { shutDownOnSignal } from './shutdown'

// The entry of the built server, which replaces Nitro's own: requests that Node cannot parse get the error
// envelope, the server shuts down without cutting requests, and all output is JSON log lines. The development
// server has none of this; server/plugins/requests.ts is for both.

process.on('unhandledRejection', error => log.error('unhandledRejection', { error }))
process.on('uncaughtException', error => {
  const request = currentRequest()
  log.error('uncaughtException', { requestId: request?.id, error })
  if (request) respondToUncaught(request.response)
})

// If the reader of the log has ended, writing fails; logging each failure would fail again.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const nitroApp = useNitroApp()
// An upload may take longer than Node's limit of five minutes. Idle and slow senders are cut off in the code
// that reads request bodies. Proxies keep an idle connection for 60 seconds and busy clients reuse one late,
// so the server must not close it first: it might close it under a request.
const options = {
  requestTimeout: 0,
  headersTimeout: MINUTE,
  keepAliveTimeout: 75 * SECOND,
  requireHostHeader: false,
}
const server = new Server(options, toNodeListener(nitroApp.h3App))
server.on('clientError', respondToClientError)
server.on('error', error => {
  process.stderr.write(`${listenFault(error).message}\n`)
  process.exit(1)
})
shutDownOnSignal(
  server,
  { onStart: endStreams, onClosed: () => nitroApp.hooks.callHook('close') },
  () => settings().shutdownDelay * SECOND,
)
startScheduleRunner()
void startup.then(() => {
  const { port, publicUrl } = settings()
  server.listen({ port, host: process.env.HOST || undefined }, () =>
    log.info('ready', { publicUrl, address: server.address() }),
  )
})
