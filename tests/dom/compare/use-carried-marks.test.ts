import type { Revision } from '#shared/contract/artifact'
import { expect, test } from 'vitest'
import { useCarriedMarks } from '~/compare-stage/use-carried-marks'
import { useSelection } from '~/review-state/use-selection'
import { useThreadSelection } from '~/review-state/use-thread-selection'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { settle } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'
import { stubWorker } from '../../support/dom/worker'

const size = { width: 1000, height: 500 }
const box = { x: 0.1, y: 0.2, width: 0.2, height: 0.1 }
const onFirst = (name: string) =>
  thread(name, {
    ...{ artifactId: 'art_carried', kind: 'rectangle' as const, geometry: box },
    ...{ revision: 1, markChanged: true },
  })

test('a selected comment of an earlier revision is drawn before its new place is known', async () => {
  const workers = stubWorker()
  const one = artifact('carried', 2, {
    revisions: [revision('rvs_1carried', 1, size), revision('rvs_2carried', 2, size)],
  })
  const [first, second] = [onFirst('first'), onFirst('second')]
  const { result } = await mountOnReview(
    () => {
      const selection = useSelection()
      const carried = useCarriedMarks(
        () => selection.revision.value as Revision,
        () => true,
      )
      return { carried, selected: useThreadSelection(), selection }
    },
    { artifacts: [one], threads: [first, second] },
  )
  const ids = () => result.carried.threads.value.map(each => each.threadId)
  expect(ids()).toEqual([])
  result.selected.threadId.value = first.threadId
  await settle()
  expect(ids()).toEqual([first.threadId])
  const shape = { kind: 'rectangle' as const, geometry: box }
  expect(result.carried.placeOf(shape, first, 0)).toEqual(shape)
  expect([first, second].map(result.carried.isAssumed)).toEqual([true, false])
  const from = { x: 0, y: 50, width: 1000, height: 200 }
  const to = { ...from, y: 100 }
  workers[0]?.send({ type: 'done', changes: [{ ...to, pixels: 9, moved: { from, to } }] })
  await settle()
  expect(ids()).toEqual([first.threadId, second.threadId])
  expect(result.carried.isAssumed(first)).toBe(false)
  expect(result.carried.placeOf(shape, first, 0)).toMatchObject({ geometry: { y: expect.closeTo(0.3) } })
})
