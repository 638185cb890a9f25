import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { ComparisonSettings } from '#shared/contract/comparison'
import { openTarget } from '~/review-page/open-target'
import { useDifferenceSettings } from '~/difference/use-difference-settings'
import { useIgnoredRegions } from '~/difference/use-ignored-regions'
import { memberLoader } from '~/review-state/review-loader'
import { useUndoHistory } from '~/ui/messages/use-undo-history'
import { ErrorResponse, type Handlers } from '../../support/dom/api'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

const READ = 'GET /v1/artifacts/{id}/comparison-settings'
const WRITE = 'PUT /v1/artifacts/{id}/comparison-settings'
const defaults: ComparisonSettings = { threshold: null, ignored: [] }
const box = { x: 1, y: 2, width: 3, height: 4 }
const neverUpdated = { updatedBy: null, updatedAt: null }

/**
 * Mounts the settings on a review page. `stored` has the settings on the server, by the id of the artifact.
 */
async function mountSettings(stored = new Map<string, ComparisonSettings>(), handlers: Handlers = {}) {
  const times = new Map<string, string>()
  let writes = 0
  const { result, page, api } = await mountOnReview(
    () => ({ ...useDifferenceSettings(), ...useIgnoredRegions(), history: useUndoHistory() }),
    {
      artifacts: [artifact('a', 2), artifact('b', 2)],
      handlers: {
        [READ]: ({ params: { id = '' } }) => ({
          ...(stored.get(id) ?? defaults),
          ...(times.has(id) ? { updatedBy: 'Mara', updatedAt: times.get(id) ?? '' } : neverUpdated),
        }),
        [WRITE]: ({ params: { id = '' }, body }) => {
          const { replaces, ...settings } = body as ComparisonSettings & { replaces: string | null }
          expect(replaces).toBe(times.get(id) ?? null)
          stored.set(id, settings)
          const updatedAt = new Date(Date.UTC(2026, 10, 29) + (writes += 1)).toISOString()
          times.set(id, updatedAt)
          return { ...settings, updatedBy: 'Mara', updatedAt }
        },
        ...handlers,
      },
    },
  )
  await result.load()
  return { ...result, page, api, stored }
}

test('the difference settings of each artifact are loaded from the server, and saved there', async () => {
  const { settings, page, stored, load, change, ignore } = await mountSettings(
    new Map([['art_b', { threshold: 0.25, ignored: [] }]]),
  )
  expect(settings.value).toEqual(defaults)
  change({ threshold: 0.1 })
  ignore(box)
  expect(settings.value).toEqual({ threshold: 0.1, ignored: [box] })
  await flushPromises()
  expect(stored.get('art_a')).toEqual({ threshold: 0.1, ignored: [box] })
  openTarget(page, 'art_b')
  expect(settings.value).toBeUndefined()
  await load()
  expect(settings.value).toEqual({ threshold: 0.25, ignored: [] })
  openTarget(page, 'art_a')
  await load()
  expect(settings.value).toEqual({ threshold: 0.1, ignored: [box] })
})

test('Undo of a change to ignored regions changes the artifact on which the change was made', async () => {
  const { settings, page, load, ignore, unignore, unignoreAll, change, history } = await mountSettings()
  const other = { ...box, x: 50 }
  ignore(box)
  ignore(other)
  unignore(0)
  unignoreAll()
  expect(settings.value?.ignored).toEqual([])
  change({ threshold: 0.1 })
  openTarget(page, 'art_b')
  await load()
  await history.undoLast()
  expect(settings.value?.ignored).toEqual([])
  openTarget(page, 'art_a')
  expect(settings.value).toEqual({ threshold: 0.1, ignored: [other] })
  await history.undoLast()
  expect(settings.value?.ignored).toEqual([box, other])
  expect(await history.undoLast()).toBe('Region ignored')
  expect(settings.value?.ignored).toEqual([box])
})

test('difference settings that cannot be saved are replaced by those that were saved before', async () => {
  const { settings, ignore } = await mountSettings(new Map([['art_a', { threshold: 0.1, ignored: [] }]]), {
    [WRITE]: () => {
      throw new ErrorResponse('unavailable')
    },
  })
  ignore(box)
  expect(settings.value?.ignored).toEqual([box])
  await flushPromises()
  expect(settings.value).toEqual({ threshold: 0.1, ignored: [] })
})

test('visitors of a share link have the default difference settings, and cannot change them', async () => {
  const { result, api } = await mountOnReview(() => useDifferenceSettings(), {
    loader: () => ({ ...memberLoader('rev_1'), canAnnotate: false }),
  })
  await result.load()
  expect(result.settings.value).toEqual(defaults)
  expect(result.canChange.value).toBe(false)
  expect(api.bodies(READ)).toEqual([])
})

test('if the difference settings cannot be read, the defaults are shown and cannot be changed', async () => {
  let isBroken = true
  const { settings, canChange, load } = await mountSettings(
    new Map([['art_a', { threshold: 0.2, ignored: [box] }]]),
    {
      [READ]: () => {
        if (isBroken) throw new ErrorResponse('unavailable')
        return { threshold: 0.2, ignored: [box], ...neverUpdated }
      },
    },
  )
  expect([settings.value, canChange.value]).toEqual([defaults, false])
  isBroken = false
  await load()
  expect([settings.value, canChange.value]).toEqual([{ threshold: 0.2, ignored: [box] }, true])
})

test('if another person changed the difference settings first, those are shown instead', async () => {
  let others: ComparisonSettings = defaults
  const { settings, ignore } = await mountSettings(new Map(), {
    [READ]: () => ({ ...others, ...neverUpdated }),
    [WRITE]: () => {
      throw new ErrorResponse('conflict')
    },
  })
  others = { threshold: 0.1, ignored: [] }
  ignore(box)
  await flushPromises()
  expect(settings.value).toEqual(others)
})
