import { globSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { common } from '../../../app/text/common'
import { language as pseudoLanguage } from '../../../app/text/en-XA'
import { forge, token, webhook } from '../../../app/text/integrations'
import { readLanguageFrom } from '../../../app/text/language/current-language'
import { text as people } from '../../../app/text/people'
import { text as project } from '../../../app/text/project'
import { text as review } from '../../../app/text/review'
import { text as settings } from '../../../app/text/settings'
import { workspace } from '../../../app/text/shell'
import { englishOn } from '../../support/browser/checks/english-text'
import {
  fillReview,
  missingPages,
  pagesOfMember,
  pagesOfVisitor,
  shareAddress,
} from '../../support/browser/checks/dashboard-pages'
import { signInBrowser, expect, test } from '../../support/browser/e2e'
import { permissive } from '../../support/browser/environments'
import { collectFound, outOfViewAt } from '../../support/browser/checks/page-checks'
import { settled } from '../../support/browser/settled'
import { root } from '../../support/paths'
import { timeLimit } from '../../support/time-limit'
import { adminEmail } from '../../support/people/admin'
import { signUp, type Person } from '../../support/people/sign-up'
import type { TestServer } from '../../support/server/server'

// Dates and times in this locale contain no letters, which could be mistaken for English text.
test.use({ env: { ...permissive, ADMINS: adminEmail }, locale: 'de-DE' })

test.describe.configure({ mode: 'serial' })

/** Makes the pages of a browser use the pseudo-language. */
const choosePseudoLanguage = (context: BrowserContext, server: TestServer) =>
  context.addCookies([{ name: 'language', value: encodeURIComponent('"en-XA"'), url: server.url }])

/** Texts on the pages that may be in English: texts that the tests create, and names of programs. */
const data = [
  ...["Ann's workspace", 'Ann', 'Mel Okafor', 'ci-agent', 'Acme web', 'Side work', 'Ada', 'deploy'],
  ...['Totals wrap on narrow screens', 'Dashboard', 'Resize', 'Acme Code', 'exhibit-cli', 'node'],
]

readLanguageFrom(() => pseudoLanguage)
/** The dialogs of each page, as the names of the button and the menu item that open them. */
const dialogs: readonly { on: RegExp; names: readonly string[] }[] = [
  { on: /^\/$/, names: [workspace.projectLinks.create] },
  { on: /^\/projects\//, names: [project.header.newReview] },
  ...[project.menu.rename, project.menu.repository, project.menu.delete].map(item => ({
    on: /^\/projects\//,
    names: [common.actionsFor('Acme web'), item],
  })),
  { on: /^\/reviews\//, names: [review.topBar.share] },
  { on: /^\/reviews\//, names: [common.actionsFor('Dashboard'), review.evidenceMenu.edit] },
  { on: /settings\/people$/, names: [people.page.invite] },
  ...[people.member.changeRole, people.member.remove].map(item => ({
    on: /settings\/people$/,
    names: [common.actionsFor('Mel Okafor'), item],
  })),
  { on: /tokens$/, names: [token.page.new] },
  { on: /webhooks$/, names: [webhook.page.new] },
  { on: /pull-requests$/, names: [forge.page.connect] },
  { on: /account$/, names: [settings.account.delete] },
]

/** The paths of pages that were crawled, without their queries and fragments. */
const crawled = new Set<string>()

/**
 * Opens each page in the pseudo-language, once without and once with JavaScript. Returns, by page, the
 * English texts and the elements that are out of view.
 */
async function crawl(browser: Browser, server: TestServer, paths: readonly string[], person?: Person) {
  const { found, add } = collectFound()
  const pageWith = async (javaScriptEnabled: boolean): Promise<Page> => {
    const context = await browser.newContext({ javaScriptEnabled, locale: 'de-DE', reducedMotion: 'reduce' })
    await choosePseudoLanguage(context, server)
    if (person) await signInBrowser(context, server, person)
    const page = await context.newPage()
    page.setDefaultTimeout(timeLimit(15_000))
    return page
  }
  const [rendered, hydrated] = [await pageWith(false), await pageWith(true)]
  for (const path of paths)
    await test.step(path, async () => {
      const { pathname } = new URL(path, server.url)
      crawled.add(pathname)
      await rendered.goto(server.url + path)
      await expect(rendered.locator('html')).toHaveAttribute('lang', 'en-XA')
      add(`${path}, rendered by the server`, await englishOn(rendered, data))
      await hydrated.goto(server.url + path)
      await expect(hydrated.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await settled(hydrated)
      add(path, await englishOn(hydrated, data))
      await expect(hydrated.locator('html')).toHaveAttribute('lang', 'en-XA')
      add(`${path}, out of view`, await outOfViewAt(hydrated, [390, 1440]))
      for (const { names } of person ? dialogs.filter(({ on }) => on.test(pathname)) : []) {
        const [button, item] = names
        await hydrated.getByRole('button', { name: button, exact: true }).first().click()
        if (item) await hydrated.getByRole('menuitem', { name: item, exact: true }).click()
        await expect(hydrated.getByRole('dialog')).toBeVisible()
        await settled(hydrated)
        add(`${path}, ${names.join(', ')}`, await englishOn(hydrated, data))
        await hydrated.keyboard.press('Escape')
        await expect(hydrated.getByRole('dialog')).toHaveCount(0)
      }
      const opened = hydrated.locator('[role=menu], [role=dialog], [role=listbox]')
      const openers = await hydrated.locator('button[aria-haspopup]').filter({ visible: true }).all()
      for (const [index, opener] of openers.entries()) {
        await opener.click()
        await expect(opened.first()).toBeVisible()
        add(`${path}, menu ${index}`, await englishOn(hydrated, data))
        await hydrated.keyboard.press('Escape')
        await expect(opened.filter({ visible: true })).toHaveCount(0)
      }
    })
  await rendered.context().close()
  await hydrated.context().close()
  return found
}

test('the server renders each page in the language of its request, even several at a time', async ({
  server,
}) => {
  const open = async (language: string) => {
    const headers = {
      cookie: `language=${encodeURIComponent(JSON.stringify(language))}`,
      accept: 'text/html',
    }
    return (await fetch(`${server.url}/sign-in`, { headers })).text()
  }
  const pages = await Promise.all(Array.from({ length: 20 }, (_, index) => open(index % 2 ? 'en-XA' : 'en')))
  pages.forEach((html, index) => {
    expect(html).toMatch(index % 2 ? /<html[^>]* lang="en-XA"/ : /<html[^>]* lang="en"/)
    expect(html.includes('Create an account')).toBe(index % 2 === 0)
    expect(html.includes('[Çŕèèààţèè ààñ ààççòòùùñţ]')).toBe(index % 2 === 1)
  })
})

test('pages of members contain no English text when another language is chosen', async ({
  browser,
  server,
  person,
  agent,
  projectId,
  reviewId,
}) => {
  const { pictureId, videoId } = await fillReview(agent, reviewId)
  const pages = await pagesOfMember({ server, person, agent, projectId, reviewId })
  const hook = { name: 'deploy', url: 'https://example.com/hook', events: ['review.verified'] }
  await person.call('POST', `/api/workspaces/${person.workspaceId}/webhooks`, hook)
  const reviews = [pictureId, videoId].map(each => `/reviews/${reviewId}#${each}`)
  const found = await crawl(
    browser,
    server,
    [...pages.map(({ path }) => path), ...reviews, `/reviews/${reviewId}?compare=swipe#${pictureId}`],
    person,
  )
  expect(found).toEqual({})
})

test('public, administration and missing pages contain no English text in another language', async ({
  browser,
  server,
  agent,
  reviewId,
}) => {
  const { pictureId } = await fillReview(agent, reviewId)
  const shared = new URL(await shareAddress(agent, reviewId)).pathname
  const visited = (await pagesOfVisitor(server)).map(({ path }) => path)
  expect(
    await crawl(browser, server, [...visited, ...missingPages, shared, `${shared}#${pictureId}`]),
  ).toEqual({})
  const admin = await signUp(server, 'Ada', { email: adminEmail })
  expect(await crawl(browser, server, ['/admin', '/admin/people', '/admin/activity'], admin)).toEqual({})
})

test('the language tests open every page of the app', () => {
  const patterns = globSync('**/*.vue', { cwd: `${root}/pages` }).map(file => ({
    file,
    // A page file with the name of a folder wraps the pages in the folder.
    pattern: new RegExp(
      `^/${file.replace(/(^|\/)index\.vue$|\.vue$/, '').replace(/\[[^\]]+\]/g, '[^/]+')}/?`,
    ),
  }))
  expect(patterns.filter(({ pattern }) => ![...crawled].some(path => pattern.test(path)))).toEqual([])
})
