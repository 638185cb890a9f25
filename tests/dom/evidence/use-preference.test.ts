import type { Artifact } from '#shared/contract/artifact'
import { expect, test } from 'vitest'
import { artifact } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { press, toastOf, toasts } from '../../support/dom/review-page'
import { mountUndoable, refuse, variation } from '../../support/dom/undoable'

test('Undo of a preference restores the variation that was preferred before', async () => {
  const { result, source, nuxt, preferred } = await mountUndoable()
  await result.prefer(source.payload.value?.artifacts[1] as Artifact, true)
  expect(preferred()).toEqual(['art_b'])
  press(await toastOf(nuxt, '“Screen b” is preferred'), 'Undo')
  await until(() => expect(preferred()).toEqual(['art_a']))
})

test('Undo of a removed preference prefers the variation again', async () => {
  const { result, source, nuxt, preferred } = await mountUndoable()
  await result.prefer(source.payload.value?.artifacts[0] as Artifact, false)
  expect(preferred()).toEqual([])
  press(await toastOf(nuxt, 'No variation is preferred'), 'Undo')
  await until(() => expect(preferred()).toEqual(['art_a']))
})

test('preferring a variation is shown at once, and affects only the variations of its group', async () => {
  const saved = Promise.withResolvers<undefined>()
  const { result, source, served, preferred } = await mountUndoable({
    'POST /v1/artifacts/{id}/preferred': async () => {
      await saved.promise
      return variation('b', true)
    },
  })
  const other = artifact('z', 1, { variationGroup: 'Footer', preferred: true })
  served.payload = { ...served.payload, artifacts: [...served.payload.artifacts, other] }
  await source.refresh()
  const done = result.prefer(variation('b'), true)
  expect(preferred()).toEqual(['art_b', 'art_z'])
  saved.resolve(undefined)
  await done
  expect(preferred()).toEqual(['art_b', 'art_z'])
})

test('a preference that the server rejects is reverted, and a toast shows the failure', async () => {
  const { result, nuxt, preferred } = await mountUndoable({ 'POST /v1/artifacts/{id}/preferred': refuse })
  await result.prefer(variation('b'), true)
  expect(preferred()).toEqual(['art_a'])
  expect(toasts(nuxt)).toHaveLength(1)
})
