import { expect, test } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import type { PointGeometry, Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { usePending } from '~/conversation/use-pending'
import { useDraft } from '~/review-state/use-draft'
import { useSelection } from '~/review-state/use-selection'
import { usePendingMarks } from '~/stage/marks/use-pending-marks'
import { useRevealedMarks } from '~/stage/use-revealed-marks'
import { phoneScreen } from '~/ui/elements/use-media-query'
import { stubScreen } from '../../support/dom/browser'
import { pendingComment, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

const point = (x: number, y: number): Shape => ({ kind: 'point', geometry: { x, y } })
const comment = thread('1')

async function mountStage() {
  const revealed: PointGeometry[] = []
  const threads = shallowRef<Thread[]>([])
  const isAssumed = ref(false)
  const shapes = shallowRef([point(0.1, 0.1)])
  const stage = shallowRef({ width: 390, height: 500 })
  const { result } = await mountOnReview(
    () => {
      useRevealedMarks(
        { stage, reveal: ({ x, y }) => revealed.push({ x, y }) },
        {
          threads,
          isAssumed: () => isAssumed.value,
          shapesOn: () => shapes.value,
          pending: usePendingMarks(() => 'rvs_1a'),
        },
      )
      return { selection: useSelection(), pending: usePending(), draft: useDraft() }
    },
    { threads: [comment], pending: [pendingComment('1')] },
  )
  return { ...result, threads, isAssumed, shapes, stage, revealed }
}

test('the stage reveals a selected comment, and again when its place on the image is found', async () => {
  const { selection, threads, isAssumed, shapes, revealed } = await mountStage()
  selection.openThread(comment)
  await nextTick()
  threads.value = [comment]
  isAssumed.value = true
  shapes.value = [point(0.2, 0.2)]
  await nextTick()
  isAssumed.value = false
  shapes.value = [point(0.3, 0.3)]
  await nextTick()
  expect(revealed.map(each => each.x)).toEqual([0.1, 0.2, 0.3])
})

test('on a phone, the stage reveals the selected comment again when its height changes', async () => {
  const screen = stubScreen()
  const { selection, stage, revealed } = await mountStage()
  selection.openThread(comment)
  await nextTick()
  const resize = async (height: number) => {
    stage.value = { width: 390, height }
    await nextTick()
    return revealed.length
  }
  expect(await resize(300)).toBe(1)
  screen.match(phoneScreen)
  expect(await resize(200)).toBe(2)
})

test('the stage reveals the mark of an opened pending comment, and of a recovered draft only', async () => {
  const { pending, draft, revealed } = await mountStage()
  const [unsent] = pending.pending.value
  if (!unsent) throw new Error('The review has no pending comment.')
  pending.open(unsent)
  await nextTick()
  expect(revealed).toEqual([{ x: 0.5, y: 0.5 }])
  const place = { artifactId: 'art_a', revisionId: 'rvs_1a', timestampMs: null }
  draft.open({ ...place, shape: point(0.7, 0.7) })
  await nextTick()
  draft.open({ ...place, shape: point(0.8, 0.8), restored: true })
  await nextTick()
  expect(revealed.slice(1)).toEqual([{ x: 0.8, y: 0.8 }])
})
