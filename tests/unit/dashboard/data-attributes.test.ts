import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { byData, byDataValue, dataAttributes } from '~/ui/elements/data-attributes'
import { root } from '../../support/paths'
import { clientFiles } from '../../support/source/client-graph'

const sources = clientFiles().map(file => ({ file, source: readFileSync(`${root}/${file}`, 'utf8') }))

it('a selector contains the data attribute, and its value if one is given', () => {
  expect(byData('thread')).toBe('[data-thread]')
  expect(byDataValue('compare', 'close')).toBe('[data-compare="close"]')
})

it('each listed data attribute is set on an element of the dashboard', () => {
  const given = (name: string) =>
    sources.some(({ source }) => new RegExp(`[\\s:'"]data-${name}(?![\\w-])(?!\\])`).test(source))
  expect(dataAttributes.filter(each => !given(each))).toEqual([])
})

it('code selects data attributes only by their names in the list, except attributes of Nuxt UI', () => {
  const selectors = sources
    .filter(({ file }) => file !== 'app/ui/elements/data-attributes.ts')
    .flatMap(({ file, source }) =>
      [...source.matchAll(/['"`\s(]\[data-(?!slot\b)[^\]]*\]/g)].map(([at]) => `${file}: ${at}`),
    )
    // Leaves out variants of Tailwind, which look like attribute selectors in classes.
    .filter(each => !each.includes('data-['))
  expect(selectors).toEqual([])
})
