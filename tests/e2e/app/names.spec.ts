import type { Thread } from '#shared/contract/thread'
import { limits } from '#shared/contract/kit/limits'
import { askForAccess } from '../../support/people/access-requests'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { upload } from '../../support/reviews/uploads'
import { signInBrowser, expect, test } from '../../support/browser/e2e'
import { outOfView } from '../../support/browser/checks/layout'
import { collectFound, outOfViewAt } from '../../support/browser/checks/page-checks'
import { pngImage } from '../../support/media/samples'
import type { TestServer } from '../../support/server/server'
import { newShareLink } from '../../support/reviews/share'

const png = () => pngImage(640, 400)

/** Repeats a text as often as it fits into `most` characters, and into 126 characters at most. */
const repeated = (text: string, most: number) => text.repeat(Math.floor(Math.min(most, 126) / text.length))

/** Creates a workspace in which everything has a name that `name` returns for the maximum length. */
async function named(server: TestServer, person: Person, name: (most: number) => string) {
  const agent = await person.agent()
  const projectId = await person.project(name(limits.projectName))
  const created = await agent<{ review: { id: string } }>('POST', '/v1/reviews', {
    projectId,
    title: name(limits.title),
    branch: name(limits.branch),
  })
  const reviewId = created.body.review.id
  await upload(agent, reviewId, await png(), { title: 'Earlier', roundKey: 'a' })
  const { artifactId } = await upload(agent, reviewId, await png(), {
    title: name(limits.title),
    scenario: name(limits.scenario),
    roundKey: 'b',
    roundSummary: name(126),
  })
  await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: name(126),
  })
  await joined(server, person, name(limits.personName), 'reviewer')
  const outsider = await signUp(server, name(limits.personName))
  await askForAccess(outsider, reviewId, name(126))
  const link = await newShareLink(person.call, reviewId, {
    name: name(limits.shareLinkName),
    allowComments: true,
  })
  return { projectId, reviewId, artifactId, link }
}

for (const [kind, unit] of [
  ['without a space', 'W'],
  ['of emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
  ['in several scripts', 'سعر Totals מחיר 合計 '],
] as const)
  test(`with long names ${kind}, no page is too wide, and no control is out of view`, async ({
    page,
    context,
    server,
    open,
  }) => {
    const name = (most: number) => repeated(unit, most).trim()
    const person = await signUp(server, name(limits.personName))
    await signInBrowser(context, server, person)
    const { projectId, reviewId, artifactId, link } = await named(server, person, name)
    const { found, add } = collectFound()
    for (const path of ['/', `/projects/${projectId}`, `/r/${link.token}`, '/settings/people']) {
      await open(path)
      add(path, await outOfViewAt(page, [1440, 1024, 390]))
      if (unit === 'W' && path !== '/settings/people' && !path.startsWith('/r/')) await checkPhone(path)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await open(`/reviews/${reviewId}?artifact=${artifactId}`)
    for (const width of [1440, 1024, 390]) {
      add(`review ${width}`, await outOfViewAt(page, [width]))
      for (const popover of ['Review details', /^Review\. Verdict: /, 'Share']) {
        const button = page.getByRole('button', { name: popover, exact: true })
        if (!(await button.isVisible())) continue
        await button.click()
        await expect(page.getByRole('dialog')).toBeVisible()
        add(`${popover} ${width}`, await outOfView(page))
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    }
    expect(found).toEqual({})

    /**
     * Checks that the title of a review fits its row, and that the long name of a project has the full width.
     */
    async function checkPhone(path: string) {
      const title = page.locator(`[data-review="${reviewId}"] [data-title]`).first()
      await expect(title).toBeVisible()
      expect(await title.evaluate(each => each.scrollWidth - each.clientWidth), path).toBe(0)
      if (path === '/') return
      expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.width).toBe(390 - 32)
      await page.setViewportSize({ width: 320, height: 640 })
      const filters = page.getByRole('group', { name: 'Filter by verdict' }).getByRole('button')
      await expect(filters).toHaveCount(4)
      const tops = await filters.evaluateAll(all => all.map(each => each.getBoundingClientRect().top))
      expect(new Set(tops).size).toBe(1)
    }
  })

test('right-to-left names do not change the order of the English text around them', async ({
  page,
  context,
  server,
  open,
}) => {
  const dana = 'דנה (سام)!'
  const person = await signUp(server, dana)
  await signInBrowser(context, server, person)
  const { projectId, reviewId, artifactId } = await named(server, person, () => dana)

  await open('/')
  const request = page.getByRole('listitem').filter({ hasText: 'asks for access to' })
  await expect(request.locator('bdi').first()).toHaveText(dana)
  const row = page.locator(`[data-review="${reviewId}"]`)
  await expect(row.locator('bdi').filter({ visible: true })).toHaveText([dana, dana])

  await open(`/projects/${projectId}`)
  await page.getByRole('searchbox').fill(dana)
  await expect(page.getByRole('searchbox')).toHaveCSS('direction', 'rtl')

  await open(`/reviews/${reviewId}?artifact=${artifactId}`)
  await page.getByRole('button', { name: 'Evidence list options' }).click()
  const round = page.getByLabel('Evidence as of').getByRole('option', { name: /^Round 2/ })
  await expect(round).toContainText(`\u2068${dana}\u2069`)
  await page.keyboard.press('Escape')
  const composer = page.locator('[data-composer]')
  await composer.fill(dana)
  await expect(composer).toHaveCSS('direction', 'rtl')
  const box = await composer.boundingBox()
  const button = await page.getByRole('button', { name: 'Attach images' }).boundingBox()
  // The button is below the field, and covers no text.
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  await page.getByRole('button', { name: 'Review details' }).click()
  const details = page.getByRole('dialog', { name: 'Review details' })
  await expect(details.getByRole('link', { name: dana })).toHaveCSS('direction', 'rtl')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Create another link').click()
  await dialog.getByLabel('Name (optional)').fill(dana)
  await expect(dialog.getByLabel('Name (optional)')).toHaveCSS('direction', 'rtl')
  const link = dialog.getByRole('listitem')
  await expect(link.getByText(dana).first()).toHaveCSS('direction', 'rtl')
  await expect(link.locator('bdi')).toHaveText(dana)
})
