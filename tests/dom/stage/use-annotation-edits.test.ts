import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { useAnnotationEdits } from '~/stage/marks/use-annotation-edits'
import { useReviewSource } from '~/review-state/use-review-source'
import { ErrorResponse } from '../../support/dom/api'
import { comment, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'

const PATCH = 'PATCH /api/threads/{id}'
const at = (x: number) => ({ kind: 'point' as const, geometry: { x, y: 0.5 } })

async function mountEdits() {
  const mounted = await mountOnReview(() => ({ ...useAnnotationEdits(), source: useReviewSource() }), {
    threads: [thread('1')],
  })
  const { api, served, result } = mounted
  const save = ({ body }: { body: unknown }) => {
    const saved = { ...(served.threads[0] as Thread), ...(body as Pick<Thread, 'geometry'>) }
    served.threads = [saved]
    return saved
  }
  api.on({ [PATCH]: save })
  const first = () => result.source.threads.value[0] as Thread
  const sent = () => api.bodies(PATCH).map(each => (each as { geometry: { x: number } }).geometry.x)
  return {
    ...mounted,
    save,
    first,
    sent,
    shownX: () => (result.shapesNow(first())[0] as ReturnType<typeof at>).geometry.x,
  }
}

test('a moved mark is shown at its new position at once, and stays there after it is saved', async () => {
  const { result, sent, shownX, first } = await mountEdits()
  result.edit('thr_1', at(0.25))
  expect(shownX()).toBe(0.25)
  await until(() => expect(first().geometry).toEqual({ x: 0.25, y: 0.5 }))
  expect(sent()).toEqual([0.25])
})

test('a mark returns to its old position if the server rejects the move', async () => {
  const { result, api, shownX, nuxt } = await mountEdits()
  api.on({
    [PATCH]: () => {
      throw new ErrorResponse('forbidden', 'You may not.', 'Ask an owner.')
    },
  })
  result.edit('thr_1', at(0.25))
  const { description } = await toastOf(nuxt, 'Comment 1 was not moved')
  expect(description).toContain('You may not. Ask an owner.')
  expect(shownX()).toBe(0.5)
})

test('of several moves of a mark during a request, only the last one is sent', async () => {
  const { result, api, save, sent, first, shownX } = await mountEdits()
  const saved = Promise.withResolvers<undefined>()
  api.on({
    [PATCH]: async call => {
      await saved.promise
      return save(call)
    },
  })
  for (const x of [0.1, 0.2, 0.3]) result.edit('thr_1', at(x))
  expect(shownX()).toBe(0.3)
  saved.resolve(undefined)
  await until(() => expect(first().geometry).toEqual({ x: 0.3, y: 0.5 }))
  expect(sent()).toEqual([0.1, 0.3])
  expect(shownX()).toBe(0.3)
})

test('replies that arrive while the move of a mark is being saved stay in the thread', async () => {
  const { result, api, served, first } = await mountEdits()
  api.on({
    [PATCH]: async () => {
      served.threads = [thread('1', { comments: [comment('cmt_1', 'Look'), comment('cmt_2', 'Yes')] })]
      await result.source.refresh()
      return thread('1', at(0.25))
    },
  })
  result.edit('thr_1', at(0.25))
  await until(() => expect(first().geometry).toEqual({ x: 0.25, y: 0.5 }))
  expect(first().comments).toHaveLength(2)
})

test('Undo moves a mark back to its position before the move', async () => {
  const { result, sent, first, nuxt } = await mountEdits()
  result.edit('thr_1', at(0.25))
  await until(() => expect(first().geometry).toEqual({ x: 0.25, y: 0.5 }))
  press(await toastOf(nuxt, 'Comment 1 moved'), 'Undo')
  await until(() => expect(first().geometry).toEqual({ x: 0.5, y: 0.5 }))
  expect(sent()).toEqual([0.25, 0.5])
})

test('Undo after two quick moves returns the mark to its position after the first move', async () => {
  const { result, first, nuxt } = await mountEdits()
  result.edit('thr_1', at(0.25))
  result.edit('thr_1', at(0.75))
  await until(() => expect(first().geometry).toEqual({ x: 0.75, y: 0.5 }))
  await until(() => expect(toasts(nuxt)).toHaveLength(1))
  press(await toastOf(nuxt, 'Comment 1 moved'), 'Undo')
  await until(() => expect(first().geometry).toEqual({ x: 0.25, y: 0.5 }))
})

test('one of several shapes of a comment is moved alone, and Undo moves it back', async () => {
  const { result, api, served, nuxt } = await mountEdits()
  const further = (x: number) => ({ ...at(x), pixels: null })
  served.threads = [thread('1', { shapes: [further(0.1), further(0.2)] })]
  await result.source.refresh()
  api.on({ [PATCH]: () => served.threads[0] as Thread })
  result.edit('thr_1.2', at(0.9))
  expect(result.shapesNow(served.threads[0] as Thread)[2]).toEqual(at(0.9))
  await until(() => expect(api.bodies(PATCH)).toHaveLength(1))
  expect(api.bodies(PATCH)[0]).toMatchObject({
    geometry: { x: 0.5, y: 0.5 },
    shapes: [{ geometry: { x: 0.1 } }, { geometry: { x: 0.9 } }],
  })
  press(await toastOf(nuxt, 'Comment 1 moved'), 'Undo')
  await until(() => expect(api.bodies(PATCH)).toHaveLength(2))
  expect(api.bodies(PATCH)[1]).toMatchObject({ shapes: [{ geometry: { x: 0.1 } }, { geometry: { x: 0.2 } }] })
})
