import type { Thread } from '#shared/contract/thread'
import { joined, revise, upload } from '../../support/server/client'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (height = 800) => pngImage(1280, height)

test('number, name, time and place of a comment are one line, for which a long name is truncated', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const long = await joined(server, person, 'Wilhelmina Featherstonehaugh-Cholmondeley', 'member')
  const { artifactId } = await upload(agent, reviewId, await png())
  await long.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Cut off.',
  })
  await revise(agent, artifactId, await png(801))
  for (const width of [1440, 1200, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await open(`/reviews/${reviewId}`)
    const summary = commentItem(page, 'Cut off.').getByRole('button').first()
    const [name, time, place] = [
      summary.getByText('Wilhelmina'),
      summary.locator('time'),
      summary.getByText('on r1', { exact: true }),
    ]
    await expect(place).toBeVisible()
    const middles = await Promise.all(
      [name, time, place].map(each =>
        each.evaluate(element => {
          const { top, bottom } = element.getBoundingClientRect()
          return Math.round((top + bottom) / 2)
        }),
      ),
    )
    expect(Math.max(...middles) - Math.min(...middles), String(width)).toBeLessThanOrEqual(2)
    const isTruncated = (element: Element) => element.scrollWidth > element.clientWidth
    expect(await name.evaluate(isTruncated)).toBe(true)
    expect(await place.evaluate(isTruncated)).toBe(false)
    expect((await summary.boundingBox())?.height).toBeLessThanOrEqual(24)
  }
})
