import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { stageSizes } from '~/stage/stage-sizes'
import { root } from '../../support/paths'

const variants = readFileSync(`${root}/app/assets/css/variants.css`, 'utf8')
/** Returns the query of a variant that depends on the size of the stage. */
const queryOf = (name: string) =>
  variants.match(new RegExp(`@custom-variant ${name} \\(@container stage-area (.*)\\);`))?.[1]

it('the bars of the stage change at the same sizes in the style sheet and in the code', () => {
  const { narrow, slim, short, low } = stageSizes
  expect(queryOf('narrow')).toBe(`(width < ${narrow}rem)`)
  expect(queryOf('slim')).toBe(`(width < ${slim}rem)`)
  expect(queryOf('short')).toBe(`(height < ${short}rem)`)
  expect(queryOf('low')).toBe(`(height < ${low}rem)`)
  expect(queryOf('side-tools')).toMatch(
    new RegExp(`^\\(\\(width >= ${slim}rem\\) and \\([\\d.]+rem <= height < ${short}rem\\)\\)$`),
  )
})
