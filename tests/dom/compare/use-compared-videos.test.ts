import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { useComparedVideos } from '~/compare/use-compared-videos'
import { useCompare } from '~/compare/use-compare'
import { useContactSheet } from '~/compare/use-contact-sheet'
import { useCompareHistory } from '~/compare/use-compare-history'
import { useSelection } from '~/review-state/use-selection'
import { useVideoTime } from '~/video/use-video-time'
import { artifact, thread } from '../../support/dom/fixtures'
import { fakeRecording } from '../../support/dom/recording'
import { mountOnReview } from '../../support/dom/review-page'

/** Mounts two artifacts with videos. The first artifact is on the stage. */
async function mountCompared() {
  const [one, other] = [1, 2].map(() => fakeRecording({ fps: 25, seconds: 10 }).video)
  const mounted = await mountOnReview(
    () => {
      const [time, selection, compare] = [
        useVideoTime(),
        useSelection(),
        { ...useCompare(), ...useContactSheet(), ...useCompareHistory() },
      ]
      return { playback: useComparedVideos(), time, selection, compare }
    },
    {
      artifacts: [artifact('a', 2, { kind: 'video' }), artifact('b', 1, { kind: 'video' })],
      threads: [
        thread('1', { artifactId: 'art_b', revision: 1, timestampMs: 4000 }),
        thread('2', { artifactId: 'art_b', revision: 1, timestampMs: 4000, endMs: 6000, frameMs: 5000 }),
      ],
    },
  )
  const videos = [one, other].filter(each => each !== undefined)
  for (const video of videos) {
    mounted.result.playback.add(video)
    video.dispatchEvent(new Event('loadedmetadata'))
  }
  const positions = () => videos.map(each => each.currentTime)
  return { ...mounted.result, source: mounted.page.source, videos, positions }
}

test('a comment is made at the playback position of the compared videos', async () => {
  const { playback, time, positions } = await mountCompared()
  playback.seek(2.2)
  expect([time.value.seconds, positions()]).toEqual([2.2, [2.2, 2.2]])
  expect(time.value.resumeAt).toMatchObject({ artifactId: 'art_a', seconds: 2.2 })
})

test('typing a comment pauses the videos that are compared', async () => {
  const { playback, time, videos } = await mountCompared()
  playback.toggle()
  await vi.waitFor(() => expect(videos.map(each => each.paused)).toEqual([false, false]))
  time.value.pause?.()
  expect([playback.speed.value, videos.map(each => each.paused)]).toEqual([0, [true, true]])
})

test('a cell of a contact sheet opens on the stage at the playback position of the sheet', async () => {
  const { playback, time, compare } = await mountCompared()
  compare.openView('evidence')
  playback.seek(3)
  const cell = compare.sheet.value.find(each => each.artifact.id === 'art_b')
  if (cell) compare.openCell(cell)
  expect(time.value.resumeAt).toMatchObject({ artifactId: 'art_b', seconds: 3 })
})

test('opening a comment on any artifact seeks all compared videos to the time of the comment', async () => {
  const { time, selection, source, positions } = await mountCompared()
  selection.openThread(source.threads.value[0])
  await nextTick()
  expect(positions()).toEqual([4, 4])
  expect(time.value.resumeAt).toEqual({ artifactId: 'art_b', focusRequest: 1, seconds: 4 })
  selection.openThread(source.threads.value[1])
  await nextTick()
  expect(positions()).toEqual([5, 5])
})

test('compared videos play at the chosen speed and start again at the end when they loop', async () => {
  const { playback, videos, positions } = await mountCompared()
  playback.choose(0.25)
  expect(playback.speed.value).toBe(0)
  playback.toggle()
  expect([playback.speed.value, videos.map(each => each.playbackRate)]).toEqual([0.25, [0.25, 0.25]])
  playback.loop.value = true
  playback.seek(10)
  Object.defineProperty(videos[0], 'ended', { configurable: true, get: () => positions()[0] === 10 })
  await vi.waitFor(() => expect(positions()[0]).toBe(0))
  expect(playback.speed.value).toBe(0.25)
  playback.loop.value = false
  playback.seek(10)
  await vi.waitFor(() => expect(playback.speed.value).toBe(0))
})
