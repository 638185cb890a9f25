import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { listeningPorts } from '../../../../cli/capture/serve/dev-server'

it.each(['127.0.0.1', '::1'])('the ports of servers at %s are listed until the servers end', async host => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await listeningPorts()).toContain(port)
  // The local port of a client connection is not a listening port.
  const client = connect(port, host)
  await once(client, 'connect')
  const own = client.localPort ?? 0
  expect((await listeningPorts()).has(own)).toBe(false)
  client.destroy()
  server.close()
  await once(server, 'close')
  expect(await listeningPorts()).not.toContain(port)
})
