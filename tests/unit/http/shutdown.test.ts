import { once } from 'node:events'
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { shutDown } from '~~/server/http/node/shutdown'

let server: Server
const agent = new Agent({ keepAlive: true })
const pending: ServerResponse[] = []

/** Starts a server that responds to `/now` immediately. The test ends the responses to other paths. */
async function start(): Promise<void> {
  server = createServer((req, res) => {
    if (req.url === '/now') res.end('now')
    else pending.push(res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
}

function send(path: string): Promise<IncomingMessage> {
  const sent = request({ agent, host: '127.0.0.1', port: (server.address() as AddressInfo).port, path })
  sent.end()
  return once(sent, 'response').then(([response]) => response as IncomingMessage)
}

/**
 * Starts the shutdown. Returns the list of its completed steps, to which further steps are added, and a
 * promise that resolves at the end.
 */
function startShutdown(times: { timeoutMs?: number; closeMs?: number } = {}, freed = Promise.resolve()) {
  const steps: string[] = []
  const onClosed = () => freed.then(() => void steps.push('closed'))
  return { steps, ended: shutDown(server, { onStart: () => void steps.push('start'), onClosed, ...times }) }
}

afterEach(() => {
  pending.length = 0
  server.closeAllConnections()
})

describe('shutting down', () => {
  it('shutting down closes idle connections immediately', async () => {
    await start()
    expect(await text(await send('/now'))).toBe('now')
    const { steps, ended } = startShutdown()
    await ended
    expect(steps).toEqual(['start', 'closed'])
  })

  it('shutting down waits for running requests, and refuses new connections', async () => {
    await start()
    const responses = Promise.all([send('/early'), send('/late')])
    await expect.poll(() => pending.length).toBe(2)
    const [early, late] = pending
    early?.writeHead(200).write('first part,')
    const { port } = server.address() as AddressInfo
    const { steps, ended } = startShutdown()
    await expect(fetch(`http://127.0.0.1:${port}/now`)).rejects.toThrow()
    expect(steps).toEqual(['start'])
    early?.end(' second part')
    late?.end('complete')
    expect(await Promise.all((await responses).map(text))).toEqual(['first part, second part', 'complete'])
    await ended
    expect(steps).toEqual(['start', 'closed'])
  })

  it('shutting down cuts off requests that take longer than the time limit', async () => {
    await start()
    const response = send('/stuck')
    await expect.poll(() => pending.length).toBe(1)
    const { ended } = startShutdown({ timeoutMs: 10 })
    await expect(response).rejects.toThrow('socket hang up')
    await ended
  })

  it('shutting down fails instead of waiting without an end for resources that are not freed', async () => {
    await start()
    const { steps, ended } = startShutdown({ closeMs: 10 }, new Promise(() => {}))
    await expect(ended).rejects.toThrow('the resources of the process were not freed in time')
    expect(steps).toEqual(['start'])
  })
})
