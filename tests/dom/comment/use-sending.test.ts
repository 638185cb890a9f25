import { expect, test, vi } from 'vitest'
import { effectScope } from 'vue'
import { useThreadChanges } from '~/conversation/use-thread-changes'
import { useSending } from '~/comment/use-sending'
import { useReviewSource } from '~/review-state/use-review-source'
import { useConnection } from '~/ui/network/use-connection'
import type { Thread } from '#shared/contract/thread'
import { ConnectionBroken, ErrorResponse } from '../../support/dom/api'
import { comment, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, type ServedReview } from '../../support/dom/review-page'

const REPLY = 'POST /v1/threads/{id}/replies'

function setUp() {
  const { reply } = useThreadChanges()
  const { threads } = useReviewSource()
  const newSending = () =>
    useSending<{ body: string }>({
      post: ({ body }) => reply(threads.value[0] as Thread, body),
      written: () => threads.value[0]?.comments ?? [],
    })
  const sending = newSending()
  return { ...sending, other: newSending(), connection: useConnection() }
}

/** Adds a reply to the thread that the test server returns. */
function addReply(served: ServedReview, body: string): Thread {
  const [first] = served.threads as [Thread]
  const added = { ...first, comments: [...first.comments, comment(`cmt_r${first.comments.length}`, body)] }
  served.threads = [added]
  return added
}

async function mountSending(threads = [thread('1')]) {
  const mounted = await mountOnReview(setUp, { threads })
  const { api, served, result } = mounted
  const take = ({ body }: { body: unknown }) => addReply(served, (body as { body: string }).body)
  api.on({ [REPLY]: take })
  const onSent = vi.fn()
  const onOther = vi.fn()
  /** Sends a message from another form while the server cannot be reached, so that the message waits. */
  async function writeOther() {
    api.offline = true
    await result.other.send({ body: 'Other' }, onOther)
    api.offline = false
  }
  /** Waits until the message of the other form was sent again. Older messages are retried before it. */
  const otherIsSent = () => until(() => expect(onOther).toHaveBeenCalledTimes(1))
  /** Simulates an outage, and waits until the messages that wait for its end have been sent again. */
  async function surviveOutage() {
    await writeOther()
    result.connection.reportStatus(200, true)
    await otherIsSent()
  }
  const replies = () => api.bodies(REPLY).filter(each => (each as { body: string }).body !== 'Other')
  return { ...mounted, take, onSent, replies, writeOther, otherIsSent, surviveOutage, ...result }
}

test('a message that the server accepts is sent only once and shows no error', async () => {
  const { send, onSent, replies, failureText, busy, page } = await mountSending()
  const done = send({ body: 'Done' }, onSent)
  expect(busy.value).toBe(true)
  await done
  expect(replies()).toEqual([{ body: 'Done' }])
  expect(onSent).toHaveBeenCalledTimes(1)
  expect([busy.value, failureText.value]).toEqual([false, ''])
  expect(page.source.threads.value[0]?.comments.at(-1)?.body).toBe('Done')
})

test('a message that is written offline is sent as soon as the server responds again', async () => {
  const { send, onSent, replies, failureText, api, result } = await mountSending()
  api.offline = true
  await send({ body: 'Done' }, onSent)
  expect(onSent).not.toHaveBeenCalled()
  expect(failureText.value).toContain('is sent as soon as the server responds again')
  expect(result.isWaiting.value).toBe(true)
  api.offline = false
  result.connection.reportStatus(200, true)
  await until(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(replies()).toEqual([{ body: 'Done' }])
  expect(failureText.value).toBe('')
})

test('a message that a retry has sent is not sent again after the next outage', async () => {
  const { send, onSent, replies, api, result, surviveOutage } = await mountSending()
  api.offline = true
  await send({ body: 'Done' }, onSent)
  api.offline = false
  result.connection.reportStatus(200, true)
  await until(() => expect(onSent).toHaveBeenCalledTimes(1))
  await surviveOutage()
  expect([replies().length, onSent.mock.calls.length]).toEqual([1, 1])
})

test('a message that arrived although its response was lost is not sent twice', async () => {
  const { send, onSent, replies, api, take, result } = await mountSending()
  api.on({
    [REPLY]: call => {
      take(call)
      throw new ConnectionBroken()
    },
  })
  await send({ body: ' Done ' }, onSent)
  expect(onSent).not.toHaveBeenCalled()
  result.connection.reportStatus(200, true)
  await until(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(replies()).toHaveLength(1)
  expect(result.failureText.value).toBe('')
})

test('a retried message is sent even if an earlier comment has the same text', async () => {
  const { send, onSent, replies, api, result } = await mountSending([
    thread('1', { comments: [comment('cmt_0', 'Done')] }),
  ])
  api.offline = true
  await send({ body: 'Done' }, onSent)
  api.offline = false
  result.connection.reportStatus(200, true)
  await until(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(replies()).toHaveLength(1)
})

test('before a retry, the page reads the review to check whether the message has arrived', async () => {
  const { send, onSent, replies, api, take, served, result, surviveOutage } = await mountSending()
  api.on({
    [REPLY]: call => {
      take(call)
      throw new ConnectionBroken()
    },
  })
  await send({ body: 'Done' }, onSent)
  api.on({
    [REPLY]: take,
    'GET /v1/reviews/{id}': () => {
      throw new ErrorResponse('internal_error')
    },
  })
  result.connection.reportStatus(200, true)
  await until(() => expect(api.calls.at(-1)?.operation).toMatch(/^GET/))
  expect(onSent).not.toHaveBeenCalled()
  api.on({ 'GET /v1/reviews/{id}': () => served.payload })
  await surviveOutage()
  expect(replies()).toHaveLength(1)
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('if the session has expired, a message is sent after the person signs in again', async () => {
  const { send, onSent, replies, failureText, api, take, result } = await mountSending()
  api.on({
    [REPLY]: () => {
      throw new ErrorResponse('unauthorized')
    },
  })
  await send({ body: 'Done' }, onSent)
  expect(failureText.value).toContain('is sent after you sign in again')
  expect(result.connection.signInPrompted.value).toBe(true)
  api.on({ [REPLY]: take })
  result.connection.sessionExpired.value = false
  await until(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(replies()).toHaveLength(2)
})

test('a message is not retried after five attempts that fail because the session has expired', async () => {
  const { send, onSent, replies, api, take, result, surviveOutage } = await mountSending()
  api.on({
    [REPLY]: () => {
      throw new ErrorResponse('unauthorized')
    },
  })
  await send({ body: 'Done' }, onSent)
  for (let attempts = 2; attempts <= 5; attempts++) {
    result.connection.sessionExpired.value = false
    await until(() => expect(replies()).toHaveLength(attempts))
    await until(() => expect(result.connection.sessionExpired.value).toBe(true))
  }
  api.on({ [REPLY]: take })
  result.connection.sessionExpired.value = false
  await surviveOutage()
  expect(replies()).toHaveLength(5)
})

test('a message that the server rejects shows the reason and is not retried', async () => {
  const { send, onSent, replies, failureText, api, take, surviveOutage } = await mountSending()
  api.on({
    [REPLY]: () => {
      throw new ErrorResponse('forbidden', 'You may not reply here.', 'Ask an owner.')
    },
  })
  await send({ body: 'Done' }, onSent)
  expect(failureText.value).toBe('You may not reply here. Ask an owner. Your text is saved.')
  api.on({ [REPLY]: take })
  await surviveOutage()
  expect(replies()).toHaveLength(1)
  expect(onSent).not.toHaveBeenCalled()
})

test('a message that is cancelled while it waits for the server is never sent', async () => {
  const { send, cancel, onSent, replies, failureText, api, surviveOutage } = await mountSending()
  api.offline = true
  await send({ body: 'Done' }, onSent)
  cancel()
  expect(failureText.value).toBe('')
  await surviveOutage()
  expect(replies()).toEqual([])
  expect(onSent).not.toHaveBeenCalled()
})

test('a message whose text changes while it waits for the server is not sent automatically', async () => {
  const { send, hold, onSent, replies, failureText, api, result, surviveOutage } = await mountSending()
  api.offline = true
  await send({ body: 'Done' }, onSent)
  hold()
  hold()
  const waits = 'You changed this text, so it waits until you send it.'
  expect([failureText.value, result.isWaiting.value]).toEqual([waits, true])
  await surviveOutage()
  expect([replies(), failureText.value]).toEqual([[], waits])
  await send({ body: 'Done now' }, onSent)
  expect(replies()).toEqual([{ body: 'Done now' }])
  expect([failureText.value, result.isWaiting.value, onSent.mock.calls.length]).toEqual(['', false, 1])
})

test('a message whose text changes during a failed attempt is not sent automatically', async () => {
  const { send, hold, onSent, replies, failureText, api, take, surviveOutage } = await mountSending()
  const attempt = Promise.withResolvers<undefined>()
  api.on({
    [REPLY]: async () => {
      await attempt.promise
      throw new ConnectionBroken()
    },
  })
  const done = send({ body: 'Done' }, onSent)
  await until(() => expect(replies()).toHaveLength(1))
  hold()
  expect(failureText.value).toBe('')
  attempt.resolve(undefined)
  await done
  expect(failureText.value).toContain('waits until you send it')
  api.on({ [REPLY]: take })
  await surviveOutage()
  expect(replies()).toHaveLength(1)
})

test('changing the text of a rejected message removes the error, and shows no other message', async () => {
  const { send, hold, cancel, onSent, failureText, api } = await mountSending()
  api.on({
    [REPLY]: () => {
      throw new ErrorResponse('forbidden', 'You may not reply here.')
    },
  })
  await send({ body: 'Done' }, onSent)
  hold()
  expect(failureText.value).toBe('')
  api.offline = true
  await send({ body: 'Done' }, onSent)
  hold()
  cancel()
  expect(failureText.value).toBe('')
})

test('a message that is cancelled while the review is read before a retry is not sent', async () => {
  const { send, cancel, onSent, replies, api, served, result, ...sending } = await mountSending()
  api.offline = true
  await send({ body: 'Done' }, onSent)
  await sending.writeOther()
  const reading = Promise.withResolvers<undefined>()
  api.on({
    'GET /v1/reviews/{id}': async () => {
      await reading.promise
      return served.payload
    },
  })
  result.connection.reportStatus(200, true)
  await until(() => expect(api.calls.at(-1)?.operation).toMatch(/^GET/))
  cancel()
  reading.resolve(undefined)
  await sending.otherIsSent()
  expect(replies()).toEqual([])
})

test('a message cancelled during its first attempt is not retried when this attempt fails', async () => {
  const { send, cancel, onSent, replies, api, take, surviveOutage } = await mountSending()
  const attempt = Promise.withResolvers<undefined>()
  api.on({
    [REPLY]: async () => {
      await attempt.promise
      throw new ConnectionBroken()
    },
  })
  const done = send({ body: 'Done' }, onSent)
  await until(() => expect(replies()).toHaveLength(1))
  cancel()
  attempt.resolve(undefined)
  await done
  api.on({ [REPLY]: take })
  await surviveOutage()
  expect(replies()).toHaveLength(1)
  expect(onSent).not.toHaveBeenCalled()
})

test('a message that waits for the server is sent even if its form was closed', async () => {
  const form = effectScope()
  const { api, served, result } = await mountOnReview(() => form.run(setUp) as ReturnType<typeof setUp>, {
    threads: [thread('1')],
  })
  api.on({ [REPLY]: ({ body }) => addReply(served, (body as { body: string }).body) })
  const onSent = vi.fn()
  api.offline = true
  await result.send({ body: 'Done' }, onSent)
  form.stop()
  api.offline = false
  result.connection.reportStatus(200, true)
  await until(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(api.bodies(REPLY)).toEqual([{ body: 'Done' }])
})

test('a message is also retried if its form was closed before the first attempt failed', async () => {
  const form = effectScope()
  const { api, served, result } = await mountOnReview(() => form.run(setUp) as ReturnType<typeof setUp>, {
    threads: [thread('1')],
  })
  const broken = Promise.withResolvers<never>()
  api.on({ [REPLY]: () => broken.promise })
  const onSent = vi.fn()
  const sending = result.send({ body: 'Done' }, onSent)
  await until(() => expect(api.bodies(REPLY)).toHaveLength(1))
  form.stop()
  api.offline = true
  broken.reject(new ConnectionBroken())
  await sending
  api.on({ [REPLY]: ({ body }) => addReply(served, (body as { body: string }).body) })
  api.offline = false
  result.connection.reportStatus(200, true)
  await until(() => expect(onSent).toHaveBeenCalledTimes(1))
})
