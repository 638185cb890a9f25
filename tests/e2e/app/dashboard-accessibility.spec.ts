import { findings } from '../../support/browser/axe'
import { upload } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { themes } from '../../support/browser/themes'

for (const colorScheme of themes) {
  test(`axe finds no violations on any page, ${colorScheme}`, async ({
    page,
    agent,
    projectId,
    reviewId,
    open,
  }) => {
    const pageErrors = collectPageErrors(page)
    await page.emulateMedia({ colorScheme })
    const done = await upload(agent, reviewId, await pngImage(640, 400), {
      route: '/dashboard',
    })
    await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      kind: 'rectangle',
      geometry: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 },
      body: 'x',
    })
    const found: Record<string, string[]> = {}
    for (const path of ['/', `/projects/${projectId}`, '/settings/tokens', `/reviews/${reviewId}`]) {
      await open(path)
      found[path] = await findings(page)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await open(`/reviews/${reviewId}`)
    found.phone = await findings(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.context().clearCookies()
    for (const path of ['/sign-in', '/sign-up', '/developers']) {
      await open(path)
      found[path] = await findings(page)
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(path => [path, []])))
    expect(pageErrors).toEqual([])
  })
}
