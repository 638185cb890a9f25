import { expect, it } from 'vitest'
import { distinctions } from '~/evidence/distinctions'

const plain = { title: 'Cart', viewport: null, scenario: null, variationGroup: null, route: null }
const of = (id: string, more: object = {}) => ({ ...plain, id: `art_${id}`, ...more }) as const
const phone = { viewport: { width: 390, height: 844 } }
const laptop = { viewport: { width: 1440, height: 900 } }

it('evidence with equal titles is distinguished by viewport, then scenario, then a number', () => {
  const evidence = [
    of('1', phone),
    of('2', { ...laptop, scenario: 'empty' }),
    of('3', { ...laptop, scenario: 'full' }),
    of('4', { ...laptop, scenario: 'full' }),
    of('5', { title: 'Profile', ...laptop }),
  ]
  expect(Object.fromEntries(distinctions(evidence))).toEqual({
    art_1: '390×844',
    art_2: '1440×900 · empty',
    art_3: '1440×900 · full · 1',
    art_4: '1440×900 · full · 2',
  })
})

it('evidence with equal titles and properties is distinguished by numbers', () => {
  expect([...distinctions([of('1'), of('2')]).values()]).toEqual(['1', '2'])
})
