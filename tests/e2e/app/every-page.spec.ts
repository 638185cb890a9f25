import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/checks/axe'
import {
  fillReview,
  missingPages,
  pagesOfMember,
  pagesOfVisitor,
  shareAddress,
} from '../../support/browser/checks/dashboard-pages'
import { expect, test } from '../../support/browser/e2e'
import { permissive } from '../../support/browser/environments'
import { hardToSeeFocus } from '../../support/browser/focus'
import { outOfView } from '../../support/browser/checks/layout'
import { checkPage, collectFound } from '../../support/browser/checks/page-checks'
import { collectProblems } from '../../support/browser/checks/page-problems'
import { pngImage, sample } from '../../support/media/samples'
import { openSettled, settled } from '../../support/browser/settled'
import { frameShown } from '../../support/browser/video'
import { themes } from '../../support/browser/checks/themes'

test.use({ env: permissive })

const png = (width = 640, height = 400) => pngImage(width, height)

/** Opens a dialog by clicks on the given controls, checks the dialog with axe, and closes it. */
async function checkDialog(
  page: Page,
  name: string,
  add: (name: string, problems: string[]) => void,
  ...steps: [role: 'button' | 'menuitem', name: string | RegExp][]
) {
  for (const [role, label] of steps) await page.getByRole(role, { name: label }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  add(name, await findings(page))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const colorScheme of themes) {
  test.describe(`every page complies with the CSP in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('every page of a member complies with the CSP and is usable at every window size', async ({
      page,
      server,
      person,
      agent,
      projectId,
      reviewId,
    }) => {
      const problems = await collectProblems(page.context())
      const { found, add } = collectFound()

      const pages = await pagesOfMember({ server, person, agent, projectId, reviewId })
      const tabbedThrough = ['/', '/settings/tokens', '/settings/account']
      const more: Partial<Record<string, () => Promise<void>>> = {
        // The other axe checks run at the size of a phone, where the sidebar is closed.
        '/': async () => add('/, wide', await findings(page)),
        [`/projects/${projectId}`]: checkProjectDialogs,
        '/settings/people': checkPeopleDialogs,
        '/settings/account': checkWorkspaceDialog,
      }
      for (const { path, text } of pages) {
        await test.step(path, async () => {
          await openSettled(page, server.url + path)
          const shown = text ? page.getByText(text) : page.getByRole('heading', { level: 1 })
          await expect(shown.filter({ visible: true }).first()).toBeVisible()
          if (tabbedThrough.includes(path)) add(`${path}, focus`, (await hardToSeeFocus(page)).found)
          await checkPage(page, path, add)
          await more[path]?.()
        })
      }
      await test.step('missing pages comply with the CSP and are usable at every size', async () => {
        for (const path of missingPages) {
          await page.goto(server.url + path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await settled(page)
          if (/claim|invite/.test(path)) {
            await expect(page.getByText("isn't valid").first()).toBeVisible()
            await checkPage(page, path, add)
          }
        }
      })
      expect(found).toEqual({})
      // Pages with an invalid or unknown URL have the status 400 or 404, which browsers log as an error.
      const isRefused = (each: string) => /(?:unknown|nowhere|rev_0|AAAAAAAA): .*status of 40[04]/s.test(each)
      expect(problems.filter(each => !isRefused(each))).toEqual([])

      async function checkProjectDialogs() {
        const menu = ['button', 'Actions for Acme web'] as const
        await checkDialog(page, 'delete project', add, [...menu], ['menuitem', 'Delete project'])
        await checkDialog(page, 'rename project', add, [...menu], ['menuitem', 'Rename project'])
        await checkDialog(page, 'review rules', add, [...menu], ['menuitem', 'Review rules'])
        const reviewMenu = ['button', /^Actions for Totals/] as const
        await checkDialog(page, 'delete review', add, [...reviewMenu], ['menuitem', 'Delete review'])
      }
      async function checkPeopleDialogs() {
        const menu = ['button', 'Actions for Mel Okafor'] as const
        await checkDialog(page, 'invite', add, ['button', 'Invite'])
        await checkDialog(page, 'change role', add, [...menu], ['menuitem', 'Change role'])
        await checkDialog(page, 'remove', add, [...menu], ['menuitem', 'Remove from workspace'])
        await checkDialog(page, 'revoke', add, ['button', /^Revoke the \w+ invitation/])
        await page.getByRole('button', { name: 'Invite', exact: true }).click()
        await page.getByRole('button', { name: 'Create link' }).click()
        await expect(page.getByLabel('invitation link', { exact: true })).toBeVisible()
        add('invitation link', await findings(page))
      }
      async function checkWorkspaceDialog() {
        const menu = ['button', /^Workspace:/] as const
        await checkDialog(page, 'new workspace', add, [...menu], ['menuitem', 'New workspace'])
      }
    })

    test('every page of a visitor complies with the CSP and is usable at every window size', async ({
      page,
      server,
    }) => {
      const problems = await collectProblems(page.context())
      const { found, add } = collectFound()
      for (const { path, text } of await pagesOfVisitor(server)) {
        await test.step(path, async () => {
          await openSettled(page, server.url + path)
          await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
          // The client must not add a second copy of an element that the server has rendered with a nonce.
          await expect(page.locator('head link[rel=icon]')).toHaveCount(1)
          if (path === '/sign-in') add(`${path}, focus`, (await hardToSeeFocus(page)).found)
          await checkPage(page, path, add)
        })
      }
      expect(found).toEqual({})
      expect(problems).toEqual([])
    })

    test('a review, its dialogs and uploads, and a shared review comply with the CSP', async ({
      page,
      server,
      agent,
      reviewId,
    }) => {
      const problems = await collectProblems(page.context())
      const { pictureId, videoId } = await fillReview(agent, reviewId)
      const { found, add } = collectFound()
      await openSettled(page, `${server.url}/reviews/${reviewId}#${pictureId}`)
      await expect(page.getByTestId('stage').locator('img')).toBeVisible()

      await test.step('axe finds nothing on a review, its dialog and its phone layout', async () => {
        add('review', await findings(page))
        await checkDialog(
          page,
          'edit evidence',
          add,
          ['button', 'Actions for Dashboard'],
          ['menuitem', 'Edit title and description'],
        )
        await page.setViewportSize({ width: 390, height: 844 })
        add('review, on a phone', [...(await outOfView(page)), ...(await findings(page))])
        await page.setViewportSize({ width: 1440, height: 900 })
        expect(found).toEqual({})
      })
      await test.step('comparisons comply with the CSP', async () => {
        const modes = { s: 'side-by-side', w: 'swipe', o: 'onion-skin', d: 'difference' }
        for (const [key, mode] of Object.entries(modes)) {
          await page.keyboard.press(key)
          await expect(page.getByTestId('compare')).toHaveAttribute('data-mode', mode)
        }
        await expect(page.getByTestId('difference-result')).toHaveText(/pixels changed/)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('button', { name: 'Compare r1 and r2 at this spot' })).toBeVisible()
      })
      await test.step('dialogs and a change of the theme comply with the CSP', async () => {
        await page.getByRole('button', { name: 'Share' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.keyboard.press('Escape')
        await page.keyboard.press('?')
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+k')
        await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused()
        await page.keyboard.type('dark')
        await page.keyboard.press('Enter')
        await expect(page.locator('html')).toHaveClass(/dark/)
      })
      await test.step('a video and uploads comply with the CSP', async () => {
        await openSettled(page, `${server.url}/reviews/${reviewId}#${videoId}`)
        await frameShown(page)
        await page.getByRole('button', { name: 'Add evidence' }).click()
        await page
          .getByRole('dialog')
          .locator('input[type=file]')
          .setInputFiles([
            { name: 'more.png', mimeType: 'image/png', buffer: await png() },
            { name: 'again.webm', mimeType: 'video/webm', buffer: await readFile(sample('live.webm')) },
          ])
        await page.getByRole('button', { name: 'Upload 2 files' }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
      await test.step('a shared review, its comparison and its video comply with the CSP', async () => {
        const shared = await shareAddress(agent, reviewId)
        // Leaves the review page, which would report that its next request is refused without the cookies.
        await page.goto('about:blank')
        await page.context().clearCookies()
        for (const address of [shared, `${shared}?compare=difference`, `${shared}#${videoId}`]) {
          await openSettled(page, address)
          await expect(page.locator('head link[rel=icon]')).toHaveCount(1)
        }
      })
      expect(problems).toEqual([])
    })
  })
}
