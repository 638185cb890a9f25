import type { Thread } from '#shared/contract/thread'
import { expect, it } from 'vitest'
import { describeMark, threadPlace, threadTitle } from '~/conversation/thread-place'
import { artifact, thread } from '../../support/dom/fixtures'

const artifacts = [artifact('a', 2), artifact('b')]
const [a, b] = artifacts
const atLatest = { artifacts, artifact: a, revision: a?.currentRevision ?? undefined }
const named = {
  title: 'Screen a',
  kind: 'image',
  route: null,
  viewport: null,
  commit: null,
  scenario: null,
} as const

it('the label of a thread’s position is empty if the stage shows the revision of the thread', () => {
  expect(threadPlace(thread('1', { revision: 2 }), atLatest, false)).toBe('')
})

it('the label of a thread on other evidence is the title of the evidence, unless a heading shows it', () => {
  const elsewhere = thread('1', { revision: 2, artifact: named })
  const stage = { artifacts, artifact: b, revision: b?.currentRevision ?? undefined }
  expect(threadPlace(elsewhere, stage, false)).toBe('Screen a')
  expect(threadPlace(elsewhere, stage, true)).toBe('')
  expect(threadTitle(elsewhere, stage, false)).toBe('Screen a')
  expect(threadTitle(elsewhere, stage, true)).toBe('')
  expect(threadTitle(elsewhere, atLatest, false)).toBe('')
})

it('the label of a thread’s position states the revision, the video time, or the whole image', () => {
  expect(threadPlace(thread('1', { revision: 1 }), atLatest, false)).toBe('on r1')
  expect(threadPlace(thread('1', { revision: 1, timestampMs: 7250 }), atLatest, false)).toBe(
    'at 0:07.250 · on r1',
  )
  expect(threadPlace(thread('1', { revision: 2, kind: 'artifact' }), atLatest, false)).toBe(
    'on the whole image',
  )
  const video = artifact('v', 1, { kind: 'video' })
  const stage = { artifacts: [video], artifact: video, revision: video.currentRevision ?? undefined }
  expect(threadPlace(thread('1', { artifactId: video.id, kind: 'artifact' }), stage, false)).toBe(
    'on the whole video',
  )
})

it('the label of a thread on the whole review is “On the whole review”, or empty under a heading', () => {
  const whole = thread('1', { artifactId: null, revision: null, kind: 'review', geometry: null })
  expect(threadPlace(whole, atLatest, false)).toBe('On the whole review')
  expect(threadPlace(whole, atLatest, true)).toBe('')
})

it('the label of a comment on a range of a video is that range', () => {
  const range = thread('1', { revision: 2, timestampMs: 7250, endMs: 12_000 })
  expect(threadPlace(range, atLatest, true)).toBe('at 0:07.250–0:12.000')
})

it('the description of a mark states its shape, its position and its width', () => {
  const describeAt = (
    kind: Thread['kind'],
    geometry: Thread['geometry'],
    timestampMs: number | null = null,
    endMs: number | null = null,
    further: Thread['shapes'] = [],
  ) => describeMark({ kind, geometry, timestampMs, endMs, shapes: further })
  expect(describeAt('rectangle', { x: 0.1, y: 0.1, width: 0.2, height: 0.1 })).toBe(
    'Rectangle, upper left, 20% wide',
  )
  expect(describeAt('rectangle', { x: 0, y: 0, width: 1, height: 1 })).toBe('Rectangle, center, 100% wide')
  expect(describeAt('point', { x: 1, y: 1 })).toBe('Point, lower right')
  expect(describeAt('point', { x: 0.5, y: 0 })).toBe('Point, upper center')
  expect(describeAt('timestamp', null, 12_500)).toBe('At 0:12.500')
  expect(describeAt('point', { x: 1, y: 1 }, 7250, 12_000)).toBe('At 0:07.250–0:12.000: Point, lower right')
  expect(describeAt('artifact', null)).toBe('')
  const further: Thread['shapes'] = [
    { kind: 'point', geometry: { x: 0.5, y: 0 }, pixels: null },
    { kind: 'rectangle', geometry: { x: 0, y: 0, width: 1, height: 1 }, pixels: null },
  ]
  expect(describeAt('point', { x: 1, y: 1 }, null, null, further)).toBe(
    'Point, lower right; and 2 more: Point, upper center; Rectangle, center, 100% wide',
  )
})
