import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** What a DNS server responds for a name: its addresses, or an error, or nothing at all. */
export type DnsAnswer = string[] | 'missing' | 'failure' | 'refusal' | 'silence'

/** A DNS server of a test. */
export interface DnsStub {
  /** Its address, as `address:port`. */
  address: string
  /** The names that it was asked for, without repetitions, in the order of the first question. */
  asked: () => string[]
  /** Waits until it was asked for all of the names. */
  waitFor: (names: string[]) => Promise<void>
  stop: () => void
}

const TYPE_A = 1
const TYPE_AAAA = 28
/** The response codes of RFC 1035, 4.1.1. */
const codes = { missing: 3, failure: 2, refusal: 5 }

/** Starts a DNS server on a free port. Names without an answer do not exist. */
export async function startDns(answerTo: (name: string) => DnsAnswer | undefined): Promise<DnsStub> {
  const socket = createSocket('udp4')
  const asked = new Set<string>()
  socket.on('message', (query, sender) => {
    const { name, type, end } = readQuestion(query)
    asked.add(name)
    socket.emit('asked')
    const answer = answerTo(name) ?? 'missing'
    if (answer === 'silence') return
    const isError = typeof answer === 'string'
    const records = isError ? [] : answer.flatMap(address => record(address, type))
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | (isError ? codes[answer] : 0), 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), sender.port, sender.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => [...asked],
    async waitFor(names) {
      while (!names.every(name => asked.has(name))) await once(socket, 'asked')
    },
    stop: () => socket.close(),
  }
}

/** Reads the question of a DNS query (RFC 1035, 4.1.2). `end` is the position after it. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Returns the record of an address, if it is of the type that was asked for. */
function record(address: string, type: number): Buffer[] {
  if (type !== (isIPv4(address) ? TYPE_A : TYPE_AAAA)) return []
  const bytes = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(address.split(':').flatMap(group => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]))
  const head = Buffer.alloc(12)
  // The name is a pointer to that of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(5, 6)
  head.writeUInt16BE(bytes.length, 10)
  return [Buffer.concat([head, bytes])]
}
