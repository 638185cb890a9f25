import { expect, test } from 'vitest'
import { useThreadChanges } from '~/conversation/use-thread-changes'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { DAY } from '#shared/time'
import { useConversation } from '~/conversation/use-conversation'
import { useConnection } from '~/ui/network/use-connection'
import { useFrameUploads } from '~/video/use-frame-uploads'
import type { Handlers } from '../../support/dom/api'
import { stubDecoder } from '../../support/dom/decoder'
import { agent, artifact, comment, revision, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const operation = 'PUT /api/threads/{id}/frame'
let videos = 0

/** Creates a comment of the person on a time of the video, written `age` milliseconds ago. */
const moment = (name: string, overrides: Partial<Thread> = {}, age = 0): Thread =>
  thread(name, {
    kind: 'timestamp',
    geometry: null,
    timestampMs: 400,
    createdAt: new Date(Date.now() - age).toISOString(),
    ...overrides,
  })

/**
 * Mounts the page of a review with one video. Each test uses another URL, because video frames are cached.
 */
async function mountPage(threads: Thread[], handlers: Handlers = {}) {
  const { sought } = stubDecoder({ duration: 10 })
  const revisions = [revision('rvs_1a', 1, { embedUrl: `http://exhibit.test/e/video-${videos++}` })]
  const mounted = await mountOnReview(
    () => {
      useFrameUploads()
      return { ...useConversation(), ...useThreadChanges(), offline: useConnection().offline }
    },
    {
      artifacts: [artifact('a', 1, { kind: 'video', revisions })],
      threads,
      handlers: {
        [operation]: ({ params }) => ({ ...moment('1'), threadId: String(params.id), hasFrame: true }),
        ...handlers,
      },
    },
  )
  const sent = () => mounted.api.calls.filter(each => each.operation === operation)
  return { ...mounted, sought, sent }
}

test('the video frames of a person’s comments are uploaded one after another, and only once', async () => {
  const { sent, sought, page } = await mountPage([moment('1'), moment('2', { timestampMs: 900 })])
  await until(() => expect(page.source.threads.value.map(each => each.hasFrame)).toEqual([true, true]))
  expect(sent().map(each => each.params.id)).toEqual(['thr_1', 'thr_2'])
  expect(sought).toEqual([0.4, 0.9])
  const [{ body } = { body: null }] = sent()
  expect(body).toBeInstanceOf(Blob)
  expect((body as Blob).type).toBe('image/jpeg')
  expect((body as Blob).size).toBeLessThanOrEqual(limits.frameBytes)
})

test('the video frame of a newly added comment is uploaded', async () => {
  const { sent, result } = await mountPage([])
  result.put(moment('3'))
  await until(() => expect(sent().map(each => each.params.id)).toEqual(['thr_3']))
})

test('a member’s page uploads the video frames for comments of guests and agents', async () => {
  const guest = { type: 'guest' as const, id: 'gst_1', name: 'Gus' }
  const { sent } = await mountPage([
    moment('1', { comments: [comment('cmt_1', 'Theirs', { author: agent })] }),
    moment('2', { comments: [comment('cmt_2', 'Theirs', { author: guest })] }),
  ])
  await until(() => expect(sent().map(each => each.params.id)).toEqual(['thr_1', 'thr_2']))
})

test('a video frame is uploaded only for a person’s own recent comment that has no frame yet', async () => {
  const other = { type: 'human' as const, id: 'usr_other', name: 'Olga' }
  const { sent } = await mountPage([
    moment('1', { comments: [comment('cmt_1', 'Theirs', { author: other })] }),
    moment('2', {}, DAY),
    moment('3', { timestampMs: null }),
    moment('4', { hasFrame: true }),
    moment('5', { revision: 7 }),
    moment('6'),
  ])
  // Frames are uploaded in the order of their comments, so frames of earlier comments would be sent first.
  await until(() => expect(sent()).not.toEqual([]))
  expect(sent().map(each => each.params.id)).toEqual(['thr_6'])
})

test('the uploaded frame of a mark on a range is the frame on which the mark was drawn', async () => {
  const mark = { kind: 'point' as const, geometry: { x: 0.5, y: 0.5 } }
  const { sent, sought } = await mountPage([moment('1', { ...mark, endMs: 1200, frameMs: 800 })])
  await until(() => expect(sent()).toHaveLength(1))
  expect(sought).toEqual([0.8])
})

test('for a comment on a range without a mark, six frames are uploaded as one picture', async () => {
  const { sent, sought } = await mountPage([moment('1', { endMs: 1400 })])
  await until(() => expect(sent()).toHaveLength(1))
  expect(sought).toEqual([0.4, 0.6, 0.8, 1, 1.2, 1.4])
})

test('video frames that could not be sent during an outage are sent when the server responds', async () => {
  const { sent, api, result, page } = await mountPage([])
  api.offline = true
  result.put(moment('1'))
  await until(() => expect(result.offline.value).toBe(true))
  api.offline = false
  result.offline.value = false
  await until(() => expect(page.source.threads.value[0]?.hasFrame).toBe(true))
  expect(sent()).toHaveLength(1)
})
