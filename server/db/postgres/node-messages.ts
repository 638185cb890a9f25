import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { NodeMessages } from '../engine'
import { log } from '~~/server/process/log'
import { connect } from './connections'

const CHANNEL = 'exhibit'
/**
 * The largest number of topics in a message. PostgreSQL limits the payload of NOTIFY to less than 8,000
 * bytes.
 */
const MAX_TOPICS = 100
/**
 * The interval in milliseconds at which the listening connection is checked, because it may break without an
 * error.
 */
const CHECK_MS = 10_000
const LONGEST_RECONNECT_MS = 5000

interface Message {
  node: string
  topics: string[]
}

/**
 * Returns {@link NodeMessages} that use LISTEN and NOTIFY. Each node has one listening connection. Topics
 * that are sent in one turn of the event loop share a message.
 */
export function createNodeMessages(url: string, sender: pg.Pool): NodeMessages {
  const node = randomUUID()
  const stopped = new AbortController()
  let waiting = new Set<string>()

  function flush(): void {
    const topics = [...waiting]
    waiting = new Set()
    for (let from = 0; from < topics.length; from += MAX_TOPICS) {
      const message: Message = { node, topics: topics.slice(from, from + MAX_TOPICS) }
      // A lost message is not sent again, because other nodes also poll.
      sender.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)]).catch(() => {})
    }
  }

  return {
    send(topic) {
      if (waiting.size === 0) setImmediate(flush)
      waiting.add(topic)
    },
    listen({ onTopic, onReconnect }) {
      const receive = (payload: string | undefined) => {
        const message = JSON.parse(payload ?? '{"topics":[]}') as Message
        if (message.node !== node) message.topics.forEach(onTopic)
      }
      void keepListening(url, receive, onReconnect, stopped.signal)
    },
    stop: () => stopped.abort(),
  }
}

async function keepListening(
  url: string,
  onPayload: (payload: string | undefined) => void,
  onReconnect: () => void,
  stopped: AbortSignal,
): Promise<void> {
  for (let failures = 0; !stopped.aborted; failures += 1) {
    let client: pg.Client | undefined
    try {
      client = await connect(url)
      const ended = new AbortController()
      client.once('end', () => ended.abort())
      const signal = AbortSignal.any([stopped, ended.signal])
      client.on('notification', ({ payload }) => onPayload(payload))
      await client.query(`LISTEN ${CHANNEL}`)
      // Messages may have been lost before this connection was established, so all listeners read the
      // database again.
      onReconnect()
      if (failures > 0) log.info('changes of other nodes arrive again')
      failures = 0
      for (;;) {
        await pause(CHECK_MS, undefined, { signal, ref: false })
        await client.query('SELECT 1')
      }
    } catch (error) {
      await client?.end().catch(() => {})
      const message = 'changes of other nodes do not arrive until the connection to the database is back'
      if (failures === 0 && !stopped.aborted) log.warn(message, { error })
    }
    const wait = Math.min(LONGEST_RECONNECT_MS, 100 * 2 ** failures)
    await pause(wait, undefined, { signal: stopped, ref: false }).catch(() => {})
  }
}
