import { expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { planShots, type ShotOptions, type Step } from '../../../../cli/capture/plan-shots'

const plan = (urls: string[], options: Partial<ShotOptions> = {}) =>
  planShots(urls, { widths: [390], scale: 1, steps: [], heightOf: () => 844, ...options })
const click: Step = { kind: 'click', selector: '#menu' }

it.each<[string, Partial<ShotOptions>, string[]]>([
  ['http://localhost:3000', {}, ['Home, 390 px']],
  ['http://localhost:{port}/', {}, ['Home, 390 px']],
  ['https://x.example/settings/team-members', {}, ['Settings / Team members, 390 px']],
  ['http://localhost/#/cart', {}, ['Cart, 390 px']],
  ['http://localhost/cart#total', {}, ['Cart, 390 px']],
  ['http://localhost/caf%C3%A9?q=%20a', {}, ['Café ?q= a, 390 px']],
  ['http://localhost/100%', {}, ['100%, 390 px']],
  ['file:///home/ann/shop/cart.html', {}, ['Cart, 390 px']],
  ['http://x/', { widths: [390, 1280] }, ['Home, 390 px', 'Home, 1280 px']],
  ['http://x/', { dark: true }, ['Home, 390 px', 'Home, 390 px, dark']],
  ['http://x/', { steps: [click] }, ['Home, after #menu, 390 px']],
  ['http://x/', { steps: [{ ...click, kind: 'wait-for' }] }, ['Home, 390 px']],
  ['http://x/', { steps: [click], scenario: 'menu open' }, ['Home, menu open, 390 px']],
  ['http://x/', { title: 'Start' }, ['Start']],
  ['http://x/', { title: 'Start', dark: true }, ['Start, 390 px', 'Start, 390 px, dark']],
])('the pictures of %s with %j have titles that are the same in each run', (url, options, titles) => {
  expect(plan([url], options).map(each => each.title)).toEqual(titles)
})

it('the title of a picture has at most the maximum length, and ends with the width', () => {
  const [shot] = plan([`http://x/${'a'.repeat(300)}`])
  expect(shot?.title).toHaveLength(limits.title)
  expect(shot?.title).toMatch(/aaa, 390 px$/)
})

it('the route of a local file contains only the name of the file', () => {
  expect(plan(['file:///home/ann/shop/cart.html'])[0]?.route).toBe('/cart.html')
})
