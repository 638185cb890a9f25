import { expect, test } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import type { Thread } from '#shared/contract/thread'
import { useDraft } from '~/review-state/use-draft'
import { usePlayer } from '~/video/use-player'
import { useVideoMarks } from '~/video/use-video-marks'
import { useVideoTime } from '~/video/use-video-time'
import { fill } from '~/annotation/zoom-and-pan'
import { useStageShortcuts } from '~/stage/use-stage-shortcuts'
import { useViewport } from '~/stage/use-viewport'
import { pressKey } from '../../support/dom/keys'
import { artifact, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { fakeRecording } from '../../support/dom/recording'
import { mountOnReview } from '../../support/dom/review-page'
import { plainView, stageElement } from '../../support/dom/stage'

const rectangle = { kind: 'rectangle', geometry: { x: 0.1, y: 0.2, width: 0.1, height: 0.2 } } as const
const arrow = { kind: 'arrow', geometry: { x1: 0.1, y1: 0.2, x2: 0.3, y2: 0.4 } } as const
const mark = (name: string, timestampMs: number, endMs: number | null = null): Thread =>
  thread(name, { ...arrow, timestampMs, endMs })

/** Mounts a recording of two seconds that fills a stage of 1000 × 500 CSS pixels. */
async function mountMarks({ threads = [] as Thread[] } = {}) {
  const fps = 25
  const recording = fakeRecording({ fps, seconds: 2 })
  const evidence = artifact('a', 1, { kind: 'video' })
  const host = shallowRef<HTMLElement | null>(null)
  const mounted = await mountOnReview(
    () => {
      const player = usePlayer(shallowRef(recording.video), 2000)
      const viewport = useViewport(() => plainView.image, { whole: fill, bottom: () => 0 })
      const [revision] = evidence.revisions
      if (!revision) throw new Error('The video has no revision.')
      const marks = useVideoMarks({ revision: () => revision, viewport, host, player })
      useStageShortcuts({ viewport, tool: marks.tool })
      return { player, viewport, marks, time: useVideoTime(), ...useDraft() }
    },
    { artifacts: [evidence], threads },
  )
  const { player, viewport, marks } = mounted.result
  for (const [name, listener] of Object.entries(player.listeners))
    recording.video.addEventListener(name, listener)
  recording.video.dispatchEvent(new Event('loadedmetadata'))
  viewport.onResize(plainView.stage)
  const stage = stageElement(marks.listeners)
  host.value = stage.element
  /** Seeks to a time, and waits until the video has drawn the frame at this time. */
  async function seek(seconds: number) {
    player.seek(seconds)
    await until(() => expect(recording.drawn.at(-1)).toBe(Math.floor(seconds * fps + 1e-6)))
  }
  return { ...mounted.result, ...stage, seek }
}

test('a click on a video plays or pauses it', async () => {
  const { player, drag, draft } = await mountMarks()
  drag([[500, 250]])
  await until(() => expect(player.state.speed).toBe(1))
  drag([[500, 250]])
  await until(() => expect(player.state.speed).toBe(0))
  expect(draft.value).toBeNull()
})

test('a double tap on a video zooms it, and the video plays only if it played before', async () => {
  const { player, drag, draft, viewport } = await mountMarks()
  for (const plays of [false, true]) {
    player.run(plays ? 1 : 0)
    await until(() => expect(player.state.speed).toBe(plays ? 1 : 0))
    for (const _ of [1, 2]) drag([[500, 250]], { pointerType: 'touch' })
    await until(() => expect(viewport.enlarged.value).toBe(!plays))
    await until(() => expect(player.state.speed).toBe(plays ? 1 : 0))
    expect(draft.value).toBeNull()
  }
})

test('a drag on a paused video draws on its frame and does not play it', async () => {
  const { player, drag, draft, seek } = await mountMarks()
  await seek(1.2)
  drag([
    [100, 100],
    [200, 200],
  ])
  expect(player.state.speed).toBe(0)
  expect(draft.value).toMatchObject({
    artifactId: 'art_a',
    revisionId: 'rvs_1a',
    shape: rectangle,
    timestampMs: 1200,
  })
  expect(draft.value?.endMs).toBeUndefined()
})

test('a drag on a playing video pauses it and draws on the frame that was shown', async () => {
  const { player, drag, draft } = await mountMarks()
  player.run(1)
  drag([
    [100, 100],
    [200, 200],
  ])
  await until(() => expect([player.state.speed, draft.value?.shape]).toEqual([0, rectangle]))
})

test('a mark drawn in a selected range gets this range and the frame on which it was drawn', async () => {
  const { marks, drag, draft, seek, time, close } = await mountMarks()
  await seek(0.4)
  marks.startRange()
  await seek(1.2)
  marks.endRange()
  await seek(0.8)
  drag([
    [100, 100],
    [200, 200],
  ])
  expect(draft.value).toMatchObject({ timestampMs: 400, endMs: 1200, frameMs: 800 })
  await nextTick()
  close()
  await until(() => expect(time.value.range).toEqual({ startMs: null, endMs: null }))
})

test('I and O set a range, O alone sets a range from the start, and Escape clears the range', async () => {
  const { seek, time, element } = await mountMarks()
  await seek(1.2)
  pressKey('o')
  expect(time.value.range).toEqual({ startMs: 0, endMs: 1200 })
  await seek(0.4)
  pressKey('i')
  expect(time.value.range).toEqual({ startMs: 400, endMs: 1200 })
  pressKey('Escape', { on: element })
  expect(time.value.range).toEqual({ startMs: null, endMs: null })
})

test('a mark is shown only at its video time or range, with a tolerance of half a frame', async () => {
  const { marks, player, seek } = await mountMarks({
    threads: [mark('1', 400), mark('2', 1000, 1400), thread('3', { kind: 'timestamp', geometry: null })],
  })
  player.state.fps = 25
  const drawnAt = async (seconds: number) => {
    await seek(seconds)
    return marks.drawn.value.map(each => each.id)
  }
  expect(await drawnAt(0.379)).toEqual([])
  expect(await drawnAt(0.381)).toEqual(['thr_1'])
  expect(await drawnAt(0.4)).toEqual(['thr_1'])
  expect(await drawnAt(0.421)).toEqual([])
  expect(await drawnAt(0.979)).toEqual([])
  expect(await drawnAt(1.2)).toEqual(['thr_2'])
  expect(await drawnAt(1.419)).toEqual(['thr_2'])
  expect(await drawnAt(1.421)).toEqual([])
})

test('a draft on a video that is opened again shows the frame that it was drawn on', async () => {
  const { player, open } = await mountMarks()
  open({
    artifactId: 'art_a',
    revisionId: 'rvs_1a',
    shape: rectangle,
    timestampMs: 1000,
    frameMs: 1300,
    endMs: 1500,
  })
  await until(() => expect(player.state.seconds).toBe(1.3))
})

test('opening a draft on a range seeks to the draft’s frame, even from inside the range', async () => {
  const { player, open, seek } = await mountMarks()
  await seek(1.1)
  const draft = { artifactId: 'art_a', revisionId: 'rvs_1a', shape: rectangle }
  open({ ...draft, timestampMs: 1000, frameMs: 1300, endMs: 1500 })
  await until(() => expect(player.state.seconds).toBe(1.3))
})

test('with the Pan tool, a drag moves a video without pausing it; a click plays or pauses it', async () => {
  const { marks, viewport, player, element, pointer, drag, draft } = await mountMarks()
  marks.tool.value = 'pan'
  player.run(1)
  drag([
    [100, 100],
    [160, 130],
  ])
  element.dispatchEvent(new MouseEvent('click', { clientX: 160, clientY: 130 }))
  expect(viewport.exact.value).toMatchObject({ x: 60, y: 30, scale: 1 })
  expect([player.state.speed, draft.value]).toEqual([1, null])
  pointer('pointerdown', 100, 100)
  pointer('pointerup', 101, 100)
  element.dispatchEvent(new MouseEvent('click', { clientX: 101, clientY: 100 }))
  expect(player.state.speed).toBe(0)
})

test('the plus key zooms a video, and 0 shows it whole again', async () => {
  const { viewport } = await mountMarks()
  pressKey('+')
  expect(viewport.exact.value).toMatchObject({ scale: 1.25, x: -125, y: -62.5 })
  pressKey('0')
  expect(viewport.exact.value).toMatchObject({ scale: 1, x: 0, y: 0 })
})

test('two fingers zoom a playing video without pausing it', async () => {
  const { viewport, player, pointer, draft } = await mountMarks()
  player.run(1)
  const second = { pointerId: 2, isPrimary: false, pointerType: 'touch' }
  pointer('pointerdown', 400, 250, { pointerType: 'touch' })
  pointer('pointerdown', 600, 250, second)
  pointer('pointermove', 700, 250, second)
  pointer('pointermove', 300, 250, { pointerType: 'touch' })
  pointer('pointerup', 700, 250, second)
  pointer('pointerup', 300, 250, { pointerType: 'touch' })
  await until(() => expect(viewport.percent.value).toBe(200))
  expect([player.state.speed, draft.value]).toEqual([1, null])
})
