import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { joined } from '../../support/people/sign-up'
import { revise, upload } from '../../support/reviews/uploads'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { hardToSeeFocus } from '../../support/browser/focus'
import { collectFound } from '../../support/browser/checks/page-checks'
import { pngImage, sample } from '../../support/media/samples'
import { settled } from '../../support/browser/settled'
import { uploadMarked } from '../../support/browser/stage'
import { smallForFingers } from '../../support/browser/checks/fingertips'
import { newShareLink } from '../../support/reviews/share'
import { hitHeight, smallTargets } from '../../support/browser/checks/target-size'
import { themes } from '../../support/browser/checks/themes'
import { verdictButton } from '../../support/browser/verdict-card'

// every-page.spec.ts checks the controls of all other pages.
for (const colorScheme of themes) {
  test.describe(`controls are large enough in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('every control of a review, contact sheet and video is large enough and shows its focus', async ({
      page,
      person,
      agent,
      reviewId,
      open,
    }) => {
      const { artifactId } = await uploadMarked(person, agent, reviewId)
      const recording = await readFile(sample('live.webm'))
      const video = await upload(agent, reviewId, recording, { kind: 'video', mime: 'video/webm' })
      await agent('POST', `/v1/artifacts/${video.artifactId}/annotations`, {
        kind: 'timestamp',
        timestampMs: 900,
        body: 'It jumps.',
      })
      const { found, add } = collectFound()
      const addTargets = async (name: string) => {
        for (const [width, height] of [
          [320, 640],
          [1440, 900],
        ] as const) {
          await page.setViewportSize({ width, height })
          await settled(page)
          add(`${name} ${width}`, await smallTargets(page))
        }
      }
      await test.step('the controls of a review are large enough and show their focus', async () => {
        await open(`/reviews/${reviewId}#${artifactId}`)
        await settled(page)
        const { stops, found } = await hardToSeeFocus(page)
        add('review, focus', found)
        expect(stops).toBeGreaterThan(40)
        await expect(page.getByRole('button', { name: /^Comment 1:/ })).toBeVisible()
        await addTargets('review')
      })
      await test.step('the controls of a contact sheet are large enough', async () => {
        await open(`/reviews/${reviewId}?compare=evidence`)
        await addTargets('contact sheet')
      })
      await test.step('the controls of a video are large enough and show their focus', async () => {
        await open(`/reviews/${reviewId}#${video.artifactId}`)
        await settled(page)
        add('video, focus', (await hardToSeeFocus(page)).found)
        await addTargets('video')
        await expect(page.locator('main video')).toBeVisible()
        const marker = await page.getByRole('button', { name: /^Comment 2 at/ }).boundingBox()
        expect(Math.min(marker?.width ?? 0, marker?.height ?? 0)).toBeGreaterThanOrEqual(24)
      })
      expect(found).toEqual({})
    })
  })
}

test.describe('controls are large enough on a phone with a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('on a phone, controls are large enough to tap, and keyboard shortcuts are not shown', async ({
    page,
    person,
    agent,
    projectId,
    reviewId,
    open,
  }) => {
    const { artifactId, thread } = await uploadMarked(person, agent, reviewId)
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: '```\nnpm test\n```',
    })
    await upload(agent, reviewId, await readFile(sample('live.webm')), { kind: 'video', mime: 'video/webm' })
    await agent('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'How wide?' })
    const heights: Record<string, number> = {}
    const measure = async (role: 'button' | 'link', name: string | RegExp) => {
      const control = page.getByRole(role, { name }).first()
      await expect(control).toBeVisible()
      heights[String(name)] = await hitHeight(control)
    }
    const heightOf = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.height ?? 0

    await test.step('the controls of a review are large enough to tap and show no keys', async () => {
      await open(`/reviews/${reviewId}#${artifactId}`)
      await settled(page)
      for (const name of ['Tools', 'Next evidence', 'Next comment', /^Resolve/]) await measure('button', name)
      await page.getByRole('button', { name: 'Expand conversation' }).tap()
      for (const name of ['Share', /^Review\. /]) await measure('button', name)
      for (const name of [/^This image$/, /^All$/, /^Open \d/, /^This image: change/, 'Copy code'])
        await measure('button', name)
      await measure('button', /^Search/)
      await measure('link', /^Back/)
      const comment = commentItem(page, 'Too wide.').getByRole('button').first()
      await comment.click()
      await expect(comment).toHaveAttribute('aria-current', 'true')
      await expect(page.locator('kbd')).not.toHaveCount(0)
      await expect(page.locator('kbd:visible')).toHaveCount(0)
    })
    await test.step('the controls of a project are large enough to tap', async () => {
      await open(`/projects/${projectId}`)
      await measure('button', 'Actions for Acme web')
      expect(await heightOf('New review')).toBeGreaterThanOrEqual(44)
    })
    await test.step('the controls of the notifications are large enough to tap', async () => {
      await agent('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'And now?' })
      await open('/notifications')
      await measure('link', 'Totals wrap on narrow screens')
      expect(await heightOf('Mark all as read')).toBeGreaterThanOrEqual(44)
    })
    await test.step('on a phone, the palette shows no keys and has a button that closes it', async () => {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('button', { name: /^Search/ })
        .click()
      const option = page.getByRole('option', { name: 'Inbox' })
      await expect(option).toBeVisible()
      expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await expect(page.getByText('G then I')).toBeHidden()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
      await expect(page.getByRole('combobox', { name: 'Search commands' })).toHaveCount(0)
    })
    await test.step('the copy buttons of the quickstart are large enough to tap', async () => {
      await open('/developers')
      await measure('button', /^Copy/)
    })
    expect(Object.entries(heights).filter(([, height]) => height < 36)).toEqual([])
  })
})

test.describe('small controls are easy to hit on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('on a phone, small controls react to a finger in an area of 44 pixels', async ({
    page,
    server,
    person,
    agent,
    reviewId,
    open,
  }) => {
    const mia = await joined(server, person, 'Mia Wong', 'member')
    await person.call('PUT', `/api/reviews/${reviewId}/reviewers`, { userIds: [mia.id] })
    const { artifactId } = await uploadMarked(person, agent, reviewId)
    // The marks of comments have no place on a picture of another width, so there is a notice about them.
    await revise(agent, artifactId, await pngImage(1010, 620))
    const recording = await readFile(sample('live.webm'))
    const video = await upload(agent, reviewId, recording, { kind: 'video', mime: 'video/webm' })
    const found: string[] = []
    const measure = async (...controls: Locator[]) => {
      for (const control of controls) {
        await expect(control).toBeVisible()
        const height = await hitHeight(control)
        if (height < 44) found.push(`${await control.evaluate(each => each.outerHTML)}: ${height}`)
      }
    }
    const measureWidths = async (bar: Locator) => {
      for (const control of await bar.filter({ visible: true }).all()) {
        const width = (await control.boundingBox())?.width ?? 0
        if (width < 44) found.push(`${await control.evaluate(each => each.outerHTML)}: ${width} wide`)
      }
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await test.step('controls over a picture, of a toast, a card and a dialog are easy to hit', async () => {
      await open(`/reviews/${reviewId}#${artifactId}`)
      await measure(page.getByRole('combobox', { name: 'Revision' }))
      await measure(page.getByTestId('stage-notice').getByRole('button'))
      await measure(page.getByRole('button', { name: /: evidence details$/ }))
      await button('Resolve').first().tap()
      await measure(...(await page.locator('[data-toast] button').all()))
      await button('Expand conversation').tap()
      await measure(button('This image'), button('All'), button('Verify'), button('Next review'))
      await measureWidths(button('All'))
      await button('Search and group comments').tap()
      await measure(...(await page.getByRole('search').locator('input, select').all()))
      await button('Undo').tap()
      await expect(button('Resolve').first()).toBeVisible()
      // The notice is hidden, because it would cover the small part of the picture that is visible.
      await expect(page.getByTestId('stage-notice')).toBeHidden()
      await button('Share').tap()
      await measure(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
      await measure(page.getByRole('dialog').getByText('Link options'))
      await page.getByRole('dialog').getByText('Link options').tap()
      await measure(...(await page.getByRole('dialog').locator('label:has([type=checkbox])').all()))
      await page.keyboard.press('Escape')
      await verdictButton(page).tap()
      await measure(button('Withdraw request to Mia Wong'))
      await measure(page.getByRole('combobox', { name: 'Ask for a verdict' }))
    })
    await test.step('the controls of a comparison are easy to hit', async () => {
      await open(`/reviews/${reviewId}?compare=difference#${artifactId}`)
      await expect(page.getByRole('button', { name: /^Comment on r/ }).first()).toBeVisible()
      await expect(page.getByRole('button', { name: /^Next change/ })).toBeVisible()
      await measure(...(await page.locator('[data-change-bar] button').all()))
      await measureWidths(page.locator('[data-change-bar] button'))
      await measureWidths(page.getByRole('toolbar', { name: 'Compare' }).getByRole('button'))
      await measure(...(await page.getByRole('button', { name: /^Comment on r/ }).all()))
    })
    await test.step('the controls of a video without comments are easy to hit', async () => {
      await open(`/reviews/${reviewId}#${video.artifactId}`)
      await measure(page.getByRole('button', { name: /^Show all/ }))
      await agent('POST', `/v1/artifacts/${video.artifactId}/annotations`, {
        kind: 'timestamp',
        // The comment is not in the middle of the time bar, where the height of the bar is measured.
        timestampMs: 300,
        body: 'It jumps.',
      })
      await measure(page.getByRole('button', { name: /^Comment 2 at/ }))
      const controls = page.locator('[data-play-bar] :is(button, select, input)')
      await measure(...(await controls.filter({ visible: true }).all()))
      await measureWidths(page.locator('[data-play-bar] button[data-tip]'))
    })
    await test.step('the links of the sign-in page are easy to hit', async () => {
      await page.context().clearCookies()
      await open('/sign-in')
      await measure(page.getByRole('link', { name: 'Create an account' }))
    })
    expect(found).toEqual([])
  })
})

test.describe('a finger hits every control', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('on touch screens, every control can be hit in an area of 44 by 44 pixels', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await uploadMarked(person, agent, reviewId)
    await revise(agent, artifactId, await pngImage(1000, 620))
    await upload(agent, reviewId, await pngImage(1000, 620))
    await newShareLink(person.call, reviewId)
    const { found, add } = collectFound()
    const walk = async (name: string) => {
      await settled(page)
      add(name, await smallForFingers(page))
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await test.step('the controls of a review and its expanded conversation are large enough', async () => {
      await open(`/reviews/${reviewId}#${artifactId}`)
      await expect(button('Resolve').first()).toBeVisible()
      await walk('review')
      await button('Tools').tap()
      await expect(page.getByRole('toolbar', { name: 'Tools' })).toBeVisible()
      await walk('tools')
      await button('Close the tools').tap()
      await button('Expand conversation').tap()
      await expect(button('Share')).toBeVisible()
      await walk('raised')
    })
    await test.step('the controls of the share dialog are large enough', async () => {
      await button('Share').tap()
      await expect(page.getByRole('dialog').getByRole('button', { name: /^Copy/ })).toBeVisible()
      await walk('share')
      await page.keyboard.press('Escape')
    })
    await test.step('the controls of a phone in landscape and of a tablet are large enough', async () => {
      for (const [name, width, height] of [
        ['landscape', 844, 390],
        ['tablet', 820, 1180],
      ] as const) {
        await page.setViewportSize({ width, height })
        await open(`/reviews/${reviewId}#${artifactId}`)
        await expect(button('Resolve').first()).toBeVisible()
        await walk(name)
      }
    })
    await test.step('the controls of the inbox and of the settings are large enough', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      for (const path of [
        '/',
        '/settings',
        '/settings/account',
        '/settings/notifications',
        '/settings/tokens',
      ]) {
        await open(path)
        await walk(path)
      }
    })
    expect(found).toEqual({})
  })
})

test('a control of 16 pixels is too small if it is next to another control, but not alone', async ({
  page,
}) => {
  const buttons = (gap: number) =>
    `<style>button { all: unset; position: absolute; top: 40px; width: 16px; height: 16px }</style>
     <button aria-label="one" style="left: 40px"></button>
     <button aria-label="other" style="left: ${56 + gap}px"></button>`
  await page.setContent(buttons(2))
  expect(await smallTargets(page)).toEqual(['BUTTON one: 16.0 × 16.0', 'BUTTON other: 16.0 × 16.0'])
  await page.setContent(buttons(9))
  expect(await smallTargets(page)).toEqual([])
})
