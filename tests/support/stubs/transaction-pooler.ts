import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

/** Builds a message of the PostgreSQL protocol: a type, the length, the content. */
function message(type: string, ...content: (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat(
    content.map(each => {
      if (typeof each === 'string') return Buffer.from(`${each}\0`)
      if (typeof each === 'object') return each
      const number = Buffer.alloc(4)
      number.writeInt32BE(each)
      return number
    }),
  )
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const short = (value: number) => Buffer.from([value >> 8, value & 255])
const TEXT_OID = 25
const ready = message('Z', Buffer.from('I'))

/**
 * Starts a server that runs the statements of all clients in one session of a PostgreSQL database, as
 * PgBouncer with `pool_mode = transaction` may do. It accepts only statements without parameters:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export async function startTransactionPooler(
  databaseUrl: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const session = new pg.Client({
    connectionString: databaseUrl,
    types: { getTypeParser: () => (value: unknown) => value },
  })
  await session.connect()

  async function respond(statement: string): Promise<Buffer> {
    const { fields, rows } = await session.query<string[]>({ text: statement, rowMode: 'array' })
    const columns = fields.map(({ name }) =>
      Buffer.concat([
        Buffer.from(`${name}\0`),
        Buffer.alloc(6),
        number(TEXT_OID),
        short(-1),
        number(-1),
        short(0),
      ]),
    )
    const lines = rows.map(row =>
      message(
        'D',
        short(row.length),
        ...row.flatMap(value => [Buffer.byteLength(value), Buffer.from(value)]),
      ),
    )
    return Buffer.concat([
      message('T', short(fields.length), ...columns),
      ...lines,
      message('C', `SELECT ${rows.length}`),
      ready,
    ])
  }

  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    // The first message has no type. It begins a session, which needs no password.
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', 0), message('K', 1, 1), ready]))
      socket.on('data', (chunk: Buffer) => {
        if (chunk.toString('latin1', 0, 1) !== 'Q') return void socket.destroy()
        const statement = chunk.toString('utf8', 5, chunk.indexOf(0, 5))
        void respond(statement).then(response => socket.write(response))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await session.end()
    },
  }
}

function number(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}
