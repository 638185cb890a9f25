import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A server that implements the protocol of Redis (RESP), as far as rate limits use it. */
export interface RedisStub {
  url: string
  /** Returns the number of requests that the rate limits have counted. */
  counted: () => number
  /** Closes all connections, and refuses new ones until `proceed`. */
  pause: () => Promise<void>
  proceed: () => Promise<void>
}

/** Returns the first command of a RESP text, and its length; null if the command is incomplete. */
function readCommand(text: string): { words: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (!head) return null
  let at = head[0].length
  const words: string[] = []
  for (let i = 0; i < Number(head[1]); i++) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (!size) return null
    const start = at + size[0].length
    at = start + Number(size[1]) + 2
    if (text.length < at) return null
    words.push(text.slice(start, at - 2))
  }
  return { words, length: at }
}

const info = 'redis_version:7\r\nloading:0\r\n'

/** Starts the stub of Redis on 127.0.0.1. */
export async function startRedisStub(): Promise<RedisStub> {
  const counts = new Map<string, number>()
  let counted = 0
  const respond = ([command = '', , , key = '']: string[]): string => {
    if (/^info$/i.test(command)) return `$${info.length}\r\n${info}\r\n`
    if (!/^eval(sha)?$/i.test(command)) return '+OK\r\n'
    counted += 1
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return `*2\r\n:${counts.get(key)}\r\n:60000\r\n`
  }
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    let text = ''
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      for (let next = readCommand(text); next; next = readCommand(text)) {
        text = text.slice(next.length)
        socket.write(respond(next.words))
      }
    })
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    url: `redis://127.0.0.1:${port}`,
    counted: () => counted,
    async pause() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
    proceed: async () => void (await listen(port)),
  }
}
