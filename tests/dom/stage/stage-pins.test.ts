import { expect, test } from 'vitest'
import { h } from 'vue'
import { marksOf } from '~/stage/marks/thread-marks'
import StagePins from '~~/components/stage/StagePins.vue'
import { artifact, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'
import { plainView } from '../../support/dom/stage'

test('in a comparison, the pin of the selected point is a ring around the compared content', async () => {
  const threads = [
    thread('1', { geometry: { x: 0.1, y: 0.1 } }),
    thread('2', { number: 2, geometry: { x: 0.2, y: 0.2 } }),
  ]
  const marks = threads.flatMap(each => marksOf(each).map(mark => ({ ...mark, editable: false })))
  const hollowPins = async (hollow: boolean) => {
    const { wrapper, page } = await mountOnReview(() => ({}), {
      artifacts: [artifact('a')],
      threads,
      view: () => h(StagePins, { view: plainView, marks, hollow }),
    })
    page.selection.openThread(page.source.threads.value[0])
    await wrapper.vm.$nextTick()
    return wrapper
      .findAll('button')
      .filter(each => each.classes('bg-transparent!'))
      .map(each => each.attributes('data-mark'))
  }
  expect(await hollowPins(true)).toEqual(['thr_1'])
  expect(await hollowPins(false)).toEqual([])
})

test('the pins of a contact sheet have the same size on narrow and on wide images', async () => {
  const threads = [thread('1', { geometry: { x: 0.1, y: 0.1 } })]
  const marks = threads.flatMap(each => marksOf(each).map(mark => ({ ...mark, editable: false })))
  const classesOf = async (width: number, even: boolean) => {
    const view = { ...plainView, image: { width, height: 100 }, scale: 1 }
    const { wrapper } = await mountOnReview(() => ({}), {
      artifacts: [artifact('a')],
      threads,
      view: () => h(StagePins, { view, marks, even }),
    })
    return wrapper.find('[data-mark]').classes().sort()
  }
  expect(await classesOf(120, true)).toEqual(await classesOf(900, true))
  expect(await classesOf(120, false)).not.toEqual(await classesOf(900, false))
})
