import { afterEach, describe, expect, it, vi } from 'vitest'
import { SECOND } from '#shared/time'
import { fairShares } from '~~/server/process/fair-share'
import { CLAIM_MS, OutboxWorker, type Busy } from '~~/server/outgoing/outbox-worker'

interface Message {
  account: string
  receiver: string
}

const { total, account: ofAccount, webhook: ofReceiver } = fairShares.outgoing
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(stops.splice(0).map(stop => stop()))
})

/** Starts a worker on a list of messages. A receiver responds when the test calls `respond`. */
function start(messages: Message[]) {
  const sent: Message[] = []
  const hanging = new Map<Message, () => void>()
  const isFree = ({ receivers, accounts }: Busy, { receiver, account }: Message) =>
    !receivers.includes(receiver) && !accounts.includes(account)
  const worker = new OutboxWorker<Message>({
    name: 'messages',
    maxSendingEach: ofReceiver,
    receiverOf: ({ receiver }) => receiver,
    accountOf: ({ account }) => account,
    async claim(limit, except) {
      const due = messages.filter(each => isFree(except, each)).slice(0, limit)
      for (const each of due) messages.splice(messages.indexOf(each), 1)
      return due
    },
    async send(message) {
      sent.push(message)
      await new Promise<void>(resolve => hanging.set(message, resolve))
    },
  })
  const take = worker.start()
  const respond = (message: Message | undefined) => message && hanging.get(message)?.()
  stops.push(async () => {
    messages.length = 0
    for (const each of sent) respond(each)
    await worker.stop()
  })
  take()
  return { sent, respond, take, messages }
}

const many = (count: number, account: string, receivers = count): Message[] =>
  Array.from({ length: count }, (_, i) => ({ account, receiver: `${account} ${i % receivers}` }))
const countOf = (sent: Message[], account: string) => sent.filter(each => each.account === account).length

describe('a worker that sends messages', () => {
  it('a worker for outgoing messages takes no further message once the process shuts down', async () => {
    // Imports new copies of the modules, because a process that is shutting down cannot be reset.
    vi.resetModules()
    const { startDraining } = await import('~~/server/process/draining')
    const own = await import('~~/server/outgoing/outbox-worker')
    let taken = 0
    const worker = new own.OutboxWorker<number>({
      name: 'messages',
      maxSendingEach: ofReceiver,
      receiverOf: String,
      accountOf: String,
      async claim() {
        startDraining()
        return [(taken += 1)]
      },
      async send() {},
    })
    worker.start()()
    await worker.stop()
    expect(taken).toBe(1)
  })

  it('the concurrent outgoing messages of one account are limited, and delay no other account', async () => {
    const { sent } = start([...many(100, 'noisy'), ...many(2, 'quiet')])
    await expect.poll(() => countOf(sent, 'quiet')).toBe(2)
    expect(countOf(sent, 'noisy')).toBe(ofAccount)
  })

  it('the concurrent outgoing messages to one receiver are limited', async () => {
    const { sent } = start([...many(100, 'noisy', 1), ...many(2, 'quiet')])
    await expect.poll(() => countOf(sent, 'quiet')).toBe(2)
    expect(countOf(sent, 'noisy')).toBe(ofReceiver)
  })

  it('a free slot for outgoing messages goes to an account that has no message in progress', async () => {
    const noisy = Array.from({ length: 10 }, (_, i) => many(20, `noisy ${i}`)).flat()
    const { sent, respond, take, messages } = start(noisy)
    await expect.poll(() => sent.length).toBe(total)
    messages.push(...many(1, 'quiet'))
    take()
    respond(sent[0])
    await expect.poll(() => sent.length).toBe(total + 1)
    expect(sent.at(-1)?.account).toBe('quiet')
  })

  it('a worker that is being stopped still sends the outgoing messages that it began to claim', async () => {
    const claimed = Promise.withResolvers<Message[]>()
    const sent: Message[] = []
    const claims = [claimed.promise, Promise.resolve([])]
    const worker = new OutboxWorker<Message>({
      name: 'messages',
      maxSendingEach: ofReceiver,
      receiverOf: ({ receiver }) => receiver,
      accountOf: ({ account }) => account,
      claim: () => claims.shift() ?? Promise.resolve([]),
      send: async message => void sent.push(message),
    })
    worker.start()()
    let ended = false
    const stopped = worker.stop().then(() => {
      ended = true
    })
    await new Promise(resolve => setImmediate(resolve))
    expect(ended).toBe(false)
    claimed.resolve(many(1, 'late'))
    await stopped
    expect(countOf(sent, 'late')).toBe(1)
  })

  it('an attempt to send that does not end frees its slot when its message’s claim expires', async () => {
    vi.useFakeTimers()
    const { sent, messages } = start(many(ofReceiver, 'stuck', 1))
    await vi.advanceTimersByTimeAsync(0)
    expect(countOf(sent, 'stuck')).toBe(ofReceiver)
    messages.push({ account: 'stuck', receiver: 'stuck 0' })
    await vi.advanceTimersByTimeAsync(CLAIM_MS - 1)
    expect(countOf(sent, 'stuck')).toBe(ofReceiver)
    await vi.advanceTimersByTimeAsync(1)
    expect(countOf(sent, 'stuck')).toBe(ofReceiver + 1)
  })

  it('a worker for outgoing messages stops although an attempt or a claim does not end', async () => {
    vi.useFakeTimers()
    for (const stuck of ['claim', 'send'] as const) {
      const never = new Promise<never>(() => {})
      const worker = new OutboxWorker<number>({
        name: 'messages',
        maxSendingEach: ofReceiver,
        receiverOf: String,
        accountOf: String,
        claim: () => (stuck === 'claim' ? never : Promise.resolve([1])),
        send: () => never,
      })
      worker.start()()
      await vi.advanceTimersByTimeAsync(0)
      const stopped = worker.stop().then(() => 'stopped')
      await vi.advanceTimersByTimeAsync(30 * SECOND)
      expect(await Promise.race([stopped, Promise.resolve(`waits for the ${stuck}`)])).toBe('stopped')
    }
  })
})
