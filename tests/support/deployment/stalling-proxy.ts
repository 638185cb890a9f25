import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A TCP proxy that can stop forwarding while its connections stay open, like a network that drops packets.
 */
export interface StallingProxy {
  port: number
  stall: () => void
  proceed: () => void
  stop: () => void
}

/** Starts a proxy to a port of 127.0.0.1. */
export async function startStallingProxy(target: number): Promise<StallingProxy> {
  const sockets = new Set<Socket>()
  let stalled = false
  const proxy = createServer(incoming => {
    const outgoing = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from)
      from.on('data', data => to.write(data))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (stalled) from.pause()
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    stall() {
      stalled = true
      for (const socket of sockets) socket.pause()
    },
    proceed() {
      stalled = false
      for (const socket of sockets) socket.resume()
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
