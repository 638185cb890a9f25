import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy in front of a database server. It delays responses and counts round trips. */
export interface DelayingProxy {
  /** The URL of the database, through the proxy. */
  url: string
  /**
   * Returns the number of round trips: how many times a client sent data after it had received a response.
   */
  roundTrips: () => number
  /** Returns whether each client has received a response to the last message that it sent. */
  isIdle: () => boolean
  stop: () => void
}

/**
 * Starts a proxy in front of the server of a database. Responses reach the client `delayMs` milliseconds
 * after the server sent them. With `gather`, they reach the client together, `delayMs` after the last of
 * them: then all statements that the client sends without waiting count as one round trip.
 */
export async function startDelayingProxy(
  databaseUrl: string,
  { delayMs, gather = false }: { delayMs: number; gather?: boolean },
): Promise<DelayingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const waiting = new Set<Socket>()
  let roundTrips = 0
  const server = createServer(client => {
    const upstream = connect(Number(target.port), target.hostname)
    const gathered: Buffer[] = []
    let timer: NodeJS.Timeout | undefined
    const deliver = (chunks: Buffer[]) => {
      waiting.delete(client)
      if (!client.destroyed) client.write(Buffer.concat(chunks))
    }
    client.on('data', (chunk: Buffer) => {
      if (!waiting.has(client)) roundTrips += 1
      waiting.add(client)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (!gather) return void setTimeout(deliver, delayMs, [chunk])
      gathered.push(chunk)
      clearTimeout(timer)
      timer = setTimeout(() => deliver(gathered.splice(0)), delayMs)
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        waiting.delete(socket)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    roundTrips: () => roundTrips,
    isIdle: () => waiting.size === 0,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
