import type { Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { limits } from '#shared/contract/kit/limits'
import { expect, onTestFinished, test, vi } from 'vitest'
import { draftName } from '~/comment/draft-names'
import { useReviewSource } from '~/review-state/use-review-source'
import { saveDraftText } from '~/ui/page/use-draft-text'
import { useThreadSelection } from '~/review-state/use-thread-selection'
import { nextTick, shallowRef } from 'vue'
import { useConversation } from '~/conversation/use-conversation'
import { useDraft } from '~/review-state/use-draft'
import { useThreadDeletion } from '~/conversation/use-thread-deletion'
import { useSelection } from '~/review-state/use-selection'
import { useOpenForms } from '~/review-state/use-open-forms'
import { useShortcuts } from '~/ui/keys/use-shortcuts'
import { useEvidenceSwipe } from '~/stage/marks/use-evidence-swipe'
import { usePlaceMarkKey } from '~/stage/marks/use-mark-keys'
import { useMarksShown } from '~/stage/marks/use-marks-shown'
import { usePageToasts } from '~/ui/messages/use-page-toasts'
import { useStageMarks } from '~/stage/marks/use-stage-marks'
import { useViewport } from '~/stage/use-viewport'
import { fakeTimers } from '../../support/dom/browser'
import { agent, artifact, comment, thread } from '../../support/dom/fixtures'
import { addElement, pressKey } from '../../support/dom/keys'
import { until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'
import { plainView, stageElement } from '../../support/dom/stage'

const PATCH = 'PATCH /api/threads/{id}'
const DELETE = 'DELETE /api/threads/{id}'
const rectangle = (x: number, y = 0.2): Shape => ({
  kind: 'rectangle',
  geometry: { x, y, width: 0.2, height: 0.4 },
})
/**
 * A thread of the person. Its rectangle covers 200 to 400 CSS pixels of the width of the stage, and 100 to
 * 300 of the height.
 */
const own = thread('own', rectangle(0.2))
/** A thread of an agent with a point at 800 CSS pixels from the left and 400 from the top of the stage. */
const others = thread('others', {
  number: 2,
  geometry: { x: 0.8, y: 0.8 },
  comments: [comment('cmt_others', 'Here', { author: agent })],
})

async function mountMarks(threads = [own, others], time?: () => { timestampMs: number }, fills?: boolean) {
  const host = shallowRef<HTMLElement | null>(null)
  const opened: string[] = []
  const mounted = await mountOnReview(
    () => {
      useShortcuts({
        'next-evidence': () => opened.push('next'),
        'previous-evidence': () => opened.push('previous'),
      })
      const selection = { ...useSelection(), ...useThreadSelection() }
      const conversation = useConversation()
      const viewport = useViewport(() => plainView.image)
      const marks = useStageMarks({
        revision: () => selection.revision.value as Revision,
        viewport,
        threads: () => conversation.marks.value,
        time,
        fills,
        onSwipe: useEvidenceSwipe(),
      })
      usePlaceMarkKey(host, marks)
      return {
        ...{ selection, conversation, viewport, marks },
        ...{ draft: useDraft(), deletion: useThreadDeletion(), areShown: useMarksShown() },
        pageToasts: usePageToasts(),
        forms: useOpenForms(),
        reviewId: useReviewSource().id,
      }
    },
    { artifacts: [artifact('a')], threads },
  )
  const { viewport, marks, selection, draft } = mounted.result
  viewport.onResize(plainView.stage)
  viewport.change(plainView)
  const stage = stageElement(marks.listeners)
  host.value = stage.element
  const pins = new Map(
    threads.map(({ threadId }) => {
      const pin = document.createElement('button')
      pin.dataset.mark = threadId
      stage.element.append(pin)
      return [threadId, pin] as const
    }),
  )
  const pinOf = ({ threadId }: Thread) => pins.get(threadId) as HTMLElement
  return {
    ...{ ...mounted, ...stage, marks, selection, draft, pinOf, viewport, opened },
    pinned: () => marks.pinned.value.map(each => each.id),
    drafted: () => [draft.draft.value?.shape, ...(draft.draft.value?.more ?? [])],
  }
}

test('inside a person’s own unselected mark, a drag draws a shape, and a click marks a point', async () => {
  const { drag, drafted, selection, draft, api } = await mountMarks()
  drag([
    [250, 150],
    [300, 200],
    [350, 250],
  ])
  expect(drafted()).toEqual([
    { kind: 'rectangle', geometry: { x: 0.25, y: 0.3, width: 0.1, height: expect.closeTo(0.2) } },
  ])
  draft.close()
  drag([[300, 200]])
  expect(drafted()).toEqual([{ kind: 'point', geometry: { x: 0.3, y: 0.4 } }])
  expect(selection.threadId.value).toBeUndefined()
  drag([[300, 101]])
  expect([selection.threadId.value, draft.draft.value]).toEqual([own.threadId, null])
  expect(api.bodies(PATCH)).toEqual([])
})

test('the canvas is created with the first mark that has a shape, and is kept after that mark', async () => {
  const { drag, draft, marks } = await mountMarks([others])
  expect([marks.drawn.value, marks.hasDrawn.value]).toEqual([[], false])
  drag([
    [250, 150],
    [350, 250],
  ])
  expect(marks.hasDrawn.value).toBe(true)
  draft.close()
  expect([marks.drawn.value, marks.hasDrawn.value]).toEqual([[], true])
  const marked = await mountMarks([own])
  expect(marked.marks.hasDrawn.value).toBe(true)
})

const touch = { pointerType: 'touch' }

test('a finger can move a saved mark, and see its handles, only while its comment is edited', async () => {
  const { drag, selection, result, api, marks } = await mountMarks()
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  onTestFinished(() => void vi.restoreAllMocks())
  api.on({ [PATCH]: ({ body }) => ({ ...own, ...(body as Pick<Thread, 'geometry'>) }) })
  selection.threadId.value = own.threadId
  const hasHandles = () => marks.drawn.value.some(each => each.handles)
  const move = () =>
    drag(
      [
        [300, 200],
        [350, 200],
        [400, 200],
      ],
      touch,
    )
  move()
  expect([marks.pinned.value[0]?.shape.geometry, hasHandles()]).toEqual([own.geometry, false])
  result.forms.editedId.value = own.comments[0]?.id
  expect(hasHandles()).toBe(true)
  move()
  expect(marks.pinned.value[0]?.shape.geometry).toMatchObject({ x: expect.closeTo(0.3) })
  await until(() => expect(api.bodies(PATCH)).toHaveLength(1))
})

test('a double tap zooms in or out, creates no draft, and keeps an earlier draft', async () => {
  const { drag, drafted, draft, viewport, result } = await mountMarks([])
  viewport.fit()
  const tap = (x: number, y: number) => drag([[x, y]], touch)
  tap(500, 250)
  expect(drafted()).toHaveLength(1)
  tap(505, 255)
  expect(draft.draft.value).toBeNull()
  await until(() => expect(viewport.enlarged.value).toBe(true))
  tap(500, 250)
  tap(500, 250)
  await until(() => expect(viewport.fitted.value).toBe(true))
  expect(draft.draft.value).toBeNull()

  tap(200, 200)
  const before = draft.draft.value
  if (!before) throw new Error('The tap opened no draft.')
  const name = draftName(result.reviewId, before)
  onTestFinished(() => saveDraftText(name, ''))
  saveDraftText(name, 'Half a sentence')
  // The two taps are at different places, so that they are not a double tap.
  tap(700, 300)
  expect(drafted()).toHaveLength(2)
  const written = draft.draft.value
  tap(400, 300)
  tap(400, 300)
  expect(draft.draft.value).toEqual(written)
  await until(() => expect(viewport.enlarged.value).toBe(true))
})

test('two taps at one place that do not follow each other soon, or with a mouse, do not zoom', async () => {
  const { drag, drafted, viewport } = await mountMarks([])
  viewport.fit()
  fakeTimers()
  drag([[500, 250]], touch)
  vi.advanceTimersByTime(1000)
  drag([[500, 250]], touch)
  for (const _ of [1, 2, 3]) drag([[500, 250]])
  await nextTick()
  expect([viewport.fitted.value, drafted().length]).toEqual([true, 1])
})

test('a swipe over an image that is not enlarged opens the next or previous evidence', async () => {
  const { drag, viewport, opened, marks, page, draft } = await mountMarks()
  viewport.fit()
  const swipe = (dx: number, dy = 0, more: object = touch) => {
    opened.length = 0
    drag(
      [
        [500, 450],
        [500 + dx / 2, 450 + dy / 2],
        [500 + dx, 450 + dy],
      ],
      more,
    )
    return opened
  }
  expect(swipe(-80)).toEqual(['next'])
  expect(swipe(80, 30)).toEqual(['previous'])
  expect([swipe(-50), swipe(-80, 60), swipe(-80, 0, { pointerType: 'pen' })].flat()).toEqual([])

  // Closes the form of the shape that the pen has drawn: a finger would otherwise change this shape by its
  // handle.
  draft.close()
  document.documentElement.dir = 'rtl'
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  expect(swipe(-80)).toEqual(['previous'])

  marks.tool.value = 'rectangle'
  await nextTick()
  expect(swipe(-80)).toEqual([])
  marks.tool.value = 'select'
  draft.close()
  await nextTick()
  const field = addElement('<form data-comment-form><textarea></textarea></form>').querySelector('textarea')
  if (!field) throw new Error('The form has no field.')
  expect(swipe(-80)).toEqual(['previous'])
  field.value = 'Half a sentence'
  expect(swipe(-80)).toEqual([])
  field.value = ''
  viewport.zoom(2)
  const x = viewport.exact.value?.x
  expect(swipe(-80)).toEqual([])
  expect(viewport.exact.value?.x).not.toBe(x)
  expect(page.source.threads.value).toHaveLength(2)
})

test('another person’s mark can be selected by its pin, but not moved by mouse or keyboard', async () => {
  const { drag, pinOf, selection, api } = await mountMarks()
  fakeTimers()
  const pin = pinOf(others)
  drag([[800, 400]], { on: pin })
  expect(selection.threadId.value).toBe(others.threadId)
  drag(
    [
      [800, 400],
      [850, 400],
      [900, 400],
    ],
    { on: pin },
  )
  selection.threadId.value = others.threadId
  pressKey('ArrowRight', { on: pin, shiftKey: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(api.bodies(PATCH)).toEqual([])
})

test('keys on a pin move and resize the mark, and Escape reverts changes that were not saved', async () => {
  const { pinOf, api, marks, page } = await mountMarks()
  api.on({ [PATCH]: ({ body }) => ({ ...own, ...(body as Pick<Thread, 'geometry'>) }) })
  fakeTimers()
  const pin = pinOf(own)
  pressKey('ArrowRight', { on: pin })
  pressKey('ArrowDown', { on: pin, shiftKey: true })
  pressKey('ArrowRight', { on: pin, altKey: true, shiftKey: true })
  const moved = { x: 0.201, y: 0.22, width: 0.21, height: 0.4 }
  expect(marks.pinned.value[0]?.shape.geometry).toEqual(moved)
  await vi.advanceTimersByTimeAsync(1000)
  expect(api.bodies(PATCH)).toEqual([{ geometry: moved }])
  await until(() => expect(page.source.threads.value[0]?.geometry).toEqual(moved))
  pressKey('ArrowLeft', { on: pin })
  pressKey('Escape', { on: pin })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(api.bodies(PATCH)).toHaveLength(1)
  expect(marks.pinned.value[0]?.shape.geometry).toEqual(moved)
})

test('a move or a deletion that fails is reverted, and a toast reports it', async () => {
  const { drag, pinOf, selection, result, marks, api, nuxt, pinned } = await mountMarks()
  selection.threadId.value = own.threadId
  api.offline = true
  drag([
    [300, 200],
    [350, 200],
    [400, 200],
  ])
  expect(marks.pinned.value[0]?.shape.geometry).toMatchObject({ x: expect.closeTo(0.3) })
  await toastOf(nuxt, 'Comment 1 was not moved')
  expect(marks.pinned.value[0]?.shape.geometry).toEqual(own.geometry)
  pressKey('Delete', { on: pinOf(own) })
  expect(result.deletion.threadToDelete.value?.threadId).toBe(own.threadId)
  await result.deletion.confirm()
  await toastOf(nuxt, 'The comment was not deleted')
  expect(pinned()).toEqual([own.threadId, others.threadId])
})

test('Delete on the pin of another person’s mark shows no confirmation', async () => {
  const { pinOf, result, api } = await mountMarks()
  pressKey('Delete', { on: pinOf(others) })
  expect(result.deletion.threadToDelete.value).toBeUndefined()
  expect(api.bodies(DELETE)).toEqual([])
})

test.each(['mouse', 'touch'])(
  'repeated presses of pointer type %s select overlapping pins one after another',
  async (pointerType: string) => {
    const at = { geometry: { x: 0.5, y: 0.5 } }
    const stacked = [1, 2, 3].map(number => thread(String(number), { number, ...at }))
    const { drag, pinOf, selection, draft } = await mountMarks(stacked)
    const shown = () => stacked.find(each => each.threadId === selection.threadId.value)
    const seen = []
    // The next press hits the selected pin, because it is above the other pins.
    for (let click = 0; click < 4; click++) {
      drag([[500, 250]], { on: pinOf(shown() ?? (stacked[2] as Thread)), pointerType })
      seen.push(shown()?.number)
    }
    expect(seen).toEqual([3, 1, 2, 3])
    expect(draft.draft.value).toBeNull()
  },
)

const boxAt = (x: number, y = 100): [number, number][] => [
  [x, y],
  [x + 50, y + 50],
  [x + 100, y + 100],
]

test('shapes that are drawn while a comment is written are added to it, up to a limit', async () => {
  const { drag, drafted, marks, nuxt } = await mountMarks([])
  for (let count = 0; count <= limits.furtherShapes; count++)
    drag(boxAt(20 + 150 * (count % 5), 20 + 150 * Math.floor(count / 5)))
  expect(drafted()).toHaveLength(limits.furtherShapes + 1)
  expect(marks.drawn.value).toHaveLength(limits.furtherShapes + 1)
  drag(boxAt(20, 350))
  await toastOf(nuxt, `A comment can have ${limits.furtherShapes + 1} shapes.`)
  expect(drafted()).toHaveLength(limits.furtherShapes + 1)
})

test('the last drawn or changed shape has handles, but none while it is being sent', async () => {
  const { drag, drafted, draft, marks } = await mountMarks([])
  drag(boxAt(100))
  drag(boxAt(300))
  const [first, second] = drafted() as [Shape, Shape]
  const withHandles = () => marks.drawn.value.flatMap(each => (each.handles ? [each.shape] : []))
  expect(withHandles()).toEqual([second])
  // Drags the line at the left of both boxes, at a place between two handles.
  drag([
    [300, 130],
    [320, 130],
    [340, 130],
  ])
  expect(drafted()[0]).toEqual(first)
  expect(drafted()[1]?.geometry).toEqual({ ...second.geometry, x: 0.34 })
  // A click on the line of the other box selects that box.
  drag([[150, 100]])
  expect(withHandles()).toEqual([first])
  if (draft.draft.value) draft.setSending(draft.draft.value, true)
  expect(withHandles()).toEqual([])
})

test('a shape on another frame starts another comment, and Undo restores the first comment', async () => {
  const time = { timestampMs: 1000 }
  const { drag, drafted, nuxt } = await mountMarks([], () => time)
  drag(boxAt(100))
  drag(boxAt(300))
  const both = drafted()
  expect(both).toHaveLength(2)
  time.timestampMs = 2000
  drag(boxAt(500))
  expect(drafted()).toHaveLength(1)
  press(await toastOf(nuxt, '2 shapes replaced'), 'Undo')
  expect(drafted()).toEqual(both)
})

test('a second click replaces the point of an empty comment, and adds a point to a written one', async () => {
  const { drag, drafted, draft, result } = await mountMarks([])
  drag([[100, 100]])
  drag([[300, 100]])
  expect(drafted()).toHaveLength(1)
  const name = draftName(result.reviewId, draft.draft.value)
  saveDraftText(name, 'Too wide')
  drag([[500, 100]])
  expect(drafted()).toHaveLength(2)
  saveDraftText(name, '')
})

test('replacing a point with another point shows no toast that restores the first point', async () => {
  const { drag, drafted, nuxt, result } = await mountMarks([])
  drag([[100, 100]])
  drag([[300, 100]])
  expect(drafted()).toEqual([{ kind: 'point', geometry: { x: 0.3, y: 0.2 } }])
  // Toasts are shown in the order in which they are added, so an earlier toast would already be shown.
  result.pageToasts.add({ title: 'The next toast' })
  await toastOf(nuxt, 'The next toast')
  expect(toasts(nuxt)).toHaveLength(1)
})

test('one of several shapes of a comment can be selected and moved alone', async () => {
  const further = { ...rectangle(0.6), pixels: null }
  const several = { ...own, shapes: [further] } as Thread
  const { drag, pointer, api, selection, marks } = await mountMarks([several])
  api.on({ [PATCH]: () => ({ ...several, shapes: [{ ...rectangle(0.7), pixels: null }] }) })
  drag([[700, 101]])
  pointer('pointermove', 700, 101)
  expect(selection.threadId.value).toBe(own.threadId)
  expect(marks.drawn.value.map(each => [each.strong, each.handles])).toEqual([
    [true, false],
    [true, true],
  ])
  drag([
    [700, 200],
    [750, 200],
    [800, 200],
  ])
  await until(() => expect(api.bodies(PATCH)).toHaveLength(1))
  expect(api.bodies(PATCH)[0]).toMatchObject({
    geometry: own.geometry,
    shapes: [{ geometry: { x: expect.closeTo(0.7), y: 0.2 } }],
  })
})

test('if a drawing tool is chosen, Enter places a mark, even if the focus is not on the stage', async () => {
  const { element, marks } = await mountMarks([])
  expect(pressKey('Enter')).toBe(true)
  expect([document.activeElement === element, marks.drawn.value]).toEqual([false, []])
  marks.tool.value = 'rectangle'
  await nextTick()
  pressKey('Enter')
  expect(document.activeElement).toBe(element)
  expect(marks.drawn.value.map(each => each.shape.kind)).toEqual(['rectangle'])
})

test('a resolved mark is shown if its comment is selected or if resolved comments are listed', async () => {
  const { pinned, selection } = await mountMarks([{ ...own, status: 'resolved' }, others])
  expect(pinned()).toEqual([others.threadId])
  selection.threadId.value = own.threadId
  expect(pinned()).toEqual([own.threadId, others.threadId])
  selection.threadId.value = undefined
  selection.filter.value = 'resolved'
  expect(pinned()).toEqual([own.threadId, others.threadId])
})

test('while marks are hidden, no mark is shown or selected by a click', async () => {
  const { pinned, marks, result, drag, selection } = await mountMarks()
  result.areShown.value = false
  expect([pinned(), marks.drawn.value]).toEqual([[], []])
  drag([[300, 101]])
  expect(selection.threadId.value).toBeUndefined()
})

test('a mark is filled while it is hovered or drawn, but not because it is selected', async () => {
  const { marks, selection } = await mountMarks()
  const filled = () => marks.drawn.value.map(each => each.filled ?? false)
  selection.openThread(own)
  expect([marks.drawn.value[0]?.strong, filled()]).toEqual([true, [false]])
  selection.hoveredId.value = own.threadId
  expect(filled()).toEqual([true])
})

test('neither a fixed comment nor a comparison fills a mark', async () => {
  const fixed = { ...own, status: 'addressed' as const }
  for (const [threads, fills] of [
    [[fixed], true],
    [[own], false],
  ] as const) {
    const { marks, selection, wrapper } = await mountMarks([...threads], undefined, fills)
    selection.hoveredId.value = own.threadId
    expect(marks.drawn.value.map(each => [each.strong, each.filled])).toEqual([[true, false]])
    wrapper.unmount()
  }
})
