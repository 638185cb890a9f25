import sharp from 'sharp'
import type { Locator, Page } from '@playwright/test'
import { signUp } from '../../support/people/sign-up'
import { expect, test } from '../../support/browser/e2e'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { startServer } from '../../support/server/server'
import { settled } from '../../support/browser/settled'
import { uploadMarked } from '../../support/browser/stage'
import { themes } from '../../support/browser/checks/themes'

/** Returns the difference between the lightest and the darkest pixel of an element, from 0 to 255. */
async function contrastIn(shown: Locator): Promise<number> {
  const { data } = await sharp(await shown.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Math.max(...data) - Math.min(...data)
}

const backgroundOf = (shown: Locator) => shown.evaluate(each => getComputedStyle(each).backgroundColor)

/** Returns the value of a named system color, in the form in which computed styles contain it. */
const systemColor = (page: Page, name: string) =>
  page.evaluate(color => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = color
    const computed = getComputedStyle(probe).color
    probe.remove()
    return computed
  }, name)

for (const colorScheme of themes) {
  test(`with forced colors, icons, pressed buttons, edges and pins are visible (${colorScheme})`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    const { artifactId } = await uploadMarked(person, agent, reviewId)
    await upload(agent, reviewId, await pngImage(640, 400))
    await open(`/reviews/${reviewId}#${artifactId}`)
    const pin = page.getByRole('button', { name: /^Comment 1:/ })
    await expect(pin).toHaveCSS('background-color', 'rgb(212, 66, 10)')
    const tools = page.getByRole('toolbar', { name: 'Tools' })
    await settled(page)
    // A button of the page, a button of the dark toolbar, and a pressed button of the toolbar.
    for (const button of [
      page.getByRole('button', { name: /^Actions for Totals/ }),
      tools.getByRole('button', { name: /^Rectangle/ }),
      tools.getByRole('button', { name: /^Select/ }),
    ])
      expect(await contrastIn(button.locator('.iconify'))).toBeGreaterThan(100)

    const [highlight, canvas] = [await systemColor(page, 'Highlight'), await systemColor(page, 'Canvas')]
    expect(highlight).not.toBe(canvas)
    for (const [pressed, other] of [
      [tools.getByRole('button', { name: /^Select/ }), tools.getByRole('button', { name: /^Rectangle/ })],
      // The scopes are shown because there are two pieces of evidence.
      [
        page.getByRole('button', { name: 'This image', exact: true }),
        page.getByRole('button', { name: 'All' }),
      ],
    ] as const) {
      await expect(pressed).toHaveAttribute('aria-pressed', 'true')
      expect(await backgroundOf(pressed)).toBe(highlight)
      expect(await backgroundOf(other)).not.toBe(highlight)
    }
    await expect(tools).toHaveCSS('outline-style', 'solid')
    await expect(page.getByRole('button', { name: 'Add evidence' })).toHaveCSS('outline-style', 'solid')
    const card = page.getByRole('navigation', { name: 'Evidence' }).locator('[aria-current=true]')
    await expect(card).toHaveCSS('outline-color', highlight)

    await test.step('with forced colors, a dialog has an edge and highlights its focused field', async () => {
      await page.getByRole('button', { name: 'Share' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toHaveCSS('outline-style', 'solid')
      await expect(dialog.getByRole('button', { name: 'Create link and copy' })).toBeFocused()
      await dialog.getByText('Link options').click()
      const field = dialog.getByLabel('Name (optional)')
      await field.focus()
      await expect(field).toHaveCSS('outline-color', highlight)
      await expect(dialog.getByLabel('Expires').first()).not.toHaveCSS('outline-color', highlight)
    })
  })

  test(`with forced colors, the current page, a usage bar and a menu are visible (${colorScheme})`, async ({
    openAs,
  }) => {
    const server = await startServer({
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_PRICE_TEAM: 'price_x',
    })
    try {
      const page = await openAs(await signUp(server, 'Ann'), '/settings/billing', server)
      await page.emulateMedia({ colorScheme, forcedColors: 'active' })
      const highlight = await systemColor(page, 'Highlight')
      const usage = page
        .locator('.bar')
        .filter({ has: page.locator('[style*="33.3"]') })
        .first()
      await expect(usage).toHaveCSS('outline-style', 'solid')
      await expect(usage.locator('.bar-fill')).toHaveCSS('background-color', highlight)
      const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=page]')
      await expect(current).toHaveCSS('background-color', highlight)
      await expect(current).toHaveCSS('color', await systemColor(page, 'HighlightText'))

      await page.getByRole('button', { name: 'Ann' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeFocused()
      await expect(page.getByRole('menu')).toHaveCSS('outline-style', 'solid')
      const background = (name: string) => backgroundOf(page.getByRole('menuitemradio', { name }))
      await expect.poll(() => background('System')).toBe(highlight)
      expect(await background('Light')).not.toBe(highlight)
    } finally {
      await server.stop()
    }
  })
}
