import { expect, test } from 'vitest'
import { useChangeNames } from '~/compare-stage/use-change-names'
import type { ShownSide } from '~/compare/shown-side'
import { artifact, revision } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const change = (x: number, y: number) => ({ x, y, width: 100, height: 50, pixels: 10 })
const element = (box: [number, number, number, number], name: string | null, text: string | null) => ({
  ...{ box, name, text, role: 'button' },
  ...{ tag: null, selector: null, testId: null, source: null, component: null },
})

test('a change is named after the named element or text under it, or else after its position', async () => {
  const evidence = artifact('a', 1, { revisions: [revision('rvs_1a', 1, { hasContext: true })] })
  const side: ShownSide = {
    ...{
      src: null,
      loading: false,
      label: '',
      address: null,
      video: null,
      mark: null,
      threads: [],
      pending: [],
    },
    evidence: { artifact: evidence, revision: revision('rvs_1a', 1, { hasContext: true }) },
    size: { width: 1000, height: 500 },
  }
  const { result } = await mountOnReview(
    () => ({
      names: useChangeNames(
        () => [change(0, 0), change(500, 0), change(0, 250), change(2000, 0)],
        () => side,
        () => ({ width: 2100, height: 500 }),
      ),
    }),
    {
      artifacts: [evidence],
      handlers: {
        'GET /v1/revisions/{id}/context': () => ({
          ...{ page: null, events: [], aria: null },
          elements: [element([0, 0, 0.11, 0.11], 'Buy', 'Buy now'), element([0.5, 0, 0.1, 0.1], null, '$5')],
        }),
      },
    },
  )
  await until(() => expect(result.names.value).toEqual(['Buy', '$5', 'Left', 'Top right']))
})

test('names of changes are unique, and state a moved distance or a new or removed block', async () => {
  const shown = revision('rvs_1a', 1, { viewport: { width: 500, height: 250, deviceScaleFactor: 2 } })
  const evidence = artifact('a', 1, { revisions: [shown] })
  const side: ShownSide = {
    ...{
      src: null,
      loading: false,
      label: '',
      address: null,
      video: null,
      mark: null,
      threads: [],
      pending: [],
    },
    evidence: { artifact: evidence, revision: shown },
    size: { width: 1000, height: 500 },
  }
  const moved = (dx: number, dy: number) => {
    const from = { x: 400, y: 200, width: 100, height: 50 }
    return { ...change(400, 200), moved: { from, to: { ...from, x: from.x + dx, y: from.y + dy } } }
  }
  const places = {
    from: { x: 0, y: 450, width: 100, height: 4 },
    to: { x: 0, y: 450, width: 100, height: 4 },
  }
  const inserted = { ...change(0, 450), inserted: places }
  const removed = { ...change(0, 450), removed: places }
  const to = { x: 0, y: 0, width: 100, height: 120 }
  const followed = { ...to, pixels: 9, inserted: { from: places.from, to }, following: [places] }
  const { result } = await mountOnReview(
    () => ({
      names: useChangeNames(
        () => [
          ...[change(0, 0), change(20, 0), change(40, 0), moved(0, 80), moved(-16, -40), moved(0, 80)],
          ...[inserted, removed, followed],
        ],
        () => side,
        () => side.size,
      ),
    }),
    { artifacts: [evidence] },
  )
  expect(result.names.value).toEqual([
    ...['Top left', 'Top left 2', 'Top left 3', 'Moved 40 px down · Middle'],
    ...['Moved 8 px left, 20 px up · Middle', 'Moved 40 px down · Middle 2'],
    ...['Inserted · Bottom left', 'Removed · Bottom left', 'Inserted, 60 px; the rest follows · Top left'],
  ])
})
