import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { threadsOf } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { commentItem } from '../../support/browser/comments'
import { verdictButton, verdictComment } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { tabTo } from '../../support/browser/focus'
import { pngImage } from '../../support/media/samples'
import { newShareLink } from '../../support/reviews/share'

const png = (width = 1280, height = 800) => pngImage(width, height)

/** Creates two images. On the first, a person adds a rectangle, which the agent answers, and a point. */
async function fillReview(person: { call: Call }, agent: Call, reviewId: string, more = {}) {
  const dashboard = await upload(agent, reviewId, await png(), { title: 'Dashboard', ...more })
  await upload(agent, reviewId, await png(390, 844), { title: 'Phone', ...more })
  const annotate = async (body: object) =>
    (await person.call<Thread>('POST', `/v1/artifacts/${dashboard.artifactId}/annotations`, body)).body
  const wide = await annotate({
    kind: 'rectangle',
    geometry: { x: 0.1, y: 0.1, width: 0.2, height: 0.1 },
    body: 'Too **wide**.',
  })
  await annotate({ geometry: { x: 0.9, y: 0.5 }, body: 'Cut off.' })
  await agent('POST', `/v1/threads/${wide.threadId}/replies`, { body: 'Narrower now.' })
  return { dashboard, wide }
}

test('a screen reader reads the inbox, a review, its contact sheet and the shared review', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  await fillReview(person, agent, reviewId, { variationGroup: 'width' })
  await test.step('a screen reader reads the inbox as a list of reviews with their new items', async () => {
    await open('/')
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - heading /Inbox\\. Good \\w+, Ann\\. One review has something new\\./ [level=1]
        - searchbox "Filter"
        - heading "New 1" [level=2]
        - list:
          - listitem:
            - checkbox "Select Totals wrap on narrow screens"
            - 'link /2 new revisions, 1 new comment since your last visit In review .*2 images 2 open/'
            - button "Actions for Totals wrap on narrow screens"
    `)
    await expect(page.getByRole('link', { name: 'Inbox 1 needs attention' })).toBeVisible()
  })
  await test.step('a review is read aloud as evidence, a stage with marks, and a conversation', async () => {
    await open(`/reviews/${reviewId}`)
    await expect(page.getByRole('navigation', { name: 'Evidence' })).toMatchAriaSnapshot(`
      - navigation "Evidence":
        - heading "Evidence" [level=2]
        - button "Evidence list options"
        - button /Dashboard 2 open comments/
        - button "Actions for Dashboard"
        - button /Phone/
        - button "Actions for Phone"
    `)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - 'main "Stage: Dashboard"':
        - heading "Dashboard" [level=2]
        - 'button "Dashboard: evidence details"'
        - group "Revisions":
          - button "r1 · latest, 2 open comments" [pressed]
        - application /Dashboard\\. Click to add a point/:
          - img "Dashboard"
          - 'button "Comment 1: Rectangle at 10% from the left, 10% from the top, 20% × 10%"'
          - 'button "Comment 2: Point at 90% from the left, 50% from the top"'
        - paragraph: Click to comment, drag for an area difference all keys
        - toolbar "Tools":
          - button "Select (V)" [pressed]
          - button "Point (P)"
          - button "Rectangle (R)"
    `)
    await expect(page.getByRole('complementary', { name: 'Conversation' })).toMatchAriaSnapshot(`
      - complementary "Conversation":
        - button "Open 2, filter comments"
        - group "Comments on":
          - button "This image" [pressed]
          - button "All"
        - button "Search and group comments"
        - list "Comments":
          - listitem:
            - button /^1 Ann/
            - button "Resolve"
            - button "Reply"
            - button "Actions for comment 1"
            - paragraph:
              - text: Too
              - strong: wide
            - list:
              - listitem:
                - text: ci-agent (agent)
                - paragraph: Narrower now.
          - listitem:
            - button /^2 Ann/
            - button "Resolve"
            - button "Reply"
            - button "Actions for comment 2"
            - paragraph: Cut off.
        - 'button "This image: change to Whole review"'
        - textbox "Comment on this image"
    `)
    const summary = (text: string) => commentItem(page, text).getByRole('button').first()
    await expect(summary('Too wide.')).toHaveAccessibleDescription('Rectangle, upper left, 20% wide')
    await expect(summary('Cut off.')).toHaveAccessibleDescription('Point, middle right')
  })
  await test.step('a contact sheet is read aloud as a list of variations with their actions', async () => {
    await page.keyboard.press('b')
    await expect(page.getByRole('region', { name: 'Variations of width' })).toMatchAriaSnapshot(`
      - region "Variations of width":
        - heading "Variations of width" [level=2]
        - group "Show":
          - button "Variations" [pressed]
          - button "All evidence"
        - list:
          - listitem:
            - group "Dashboard. Click to add a comment":
              - img "Dashboard"
              - 'button "Comment 1: Rectangle at 10% from the left, 10% from the top, 20% × 10%"'
            - paragraph: Dashboard
            - paragraph: r1 · 1280×800 · 2 open comments
            - button "Comment on Dashboard"
            - button "Open Dashboard"
            - button "Prefer Dashboard"
          - listitem:
            - group "Phone. Click to add a comment":
              - img "Phone"
            - paragraph: Phone
            - paragraph: r1 · 390×844
            - button "Comment on Phone"
            - button "Open Phone"
            - button "Prefer Phone"
    `)
  })
  await test.step('a shared review is read aloud without the actions that visitors may not use', async () => {
    const { token } = await newShareLink(person.call, reviewId)
    await page.context().clearCookies()
    await page.goto(`${server.url}/r/${token}`)
    await page.waitForSelector('html[data-hydrated]')
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
      - banner:
        - heading "Totals wrap on narrow screens" [level=1]
        - button "Review details"
        - text: In review
        - button "Keyboard shortcuts"
    `)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - 'main "Stage: Dashboard"':
        - application "Dashboard. Drag to move. Press plus or minus to zoom, 0 to fit.":
          - img "Dashboard"
          - 'button "Comment 1: Rectangle at 10% from the left, 10% from the top, 20% × 10%"'
          - 'button "Comment 2: Point at 90% from the left, 50% from the top"'
    `)
    await expect(page.getByRole('complementary', { name: 'Conversation' })).toMatchAriaSnapshot(`
      - complementary "Conversation":
        - list "Comments":
          - listitem:
            - button /^1 Ann/
          - listitem:
            - button /^2 Ann/
        - paragraph:
          - text: View only ·
          - link "Exhibit"
    `)
    await expect(page.getByRole('textbox')).toHaveCount(0)
  })
})

test('a person can reply, reopen a comment and give a verdict by keyboard alone', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { dashboard, wide } = await fillReview(person, agent, reviewId)
  await agent('POST', `/v1/threads/${wide.threadId}/address`)
  await revise(agent, dashboard.artifactId, await png(1280, 801))
  await open(`/reviews/${reviewId}`)
  const skipTo = async (target: string) => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await tabTo(page.getByRole('link', { name: `Skip to ${target}` }), 'Tab', 2)
    await page.keyboard.press('Enter')
  }
  // Waits for the stage. Until the stage is rendered, the link leads to the main part of the page.
  await expect(page.getByRole('application')).toBeVisible()
  await skipTo('image')
  await expect(page.getByTestId('stage')).toBeFocused()
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')
  await skipTo('comments')
  // The focus is on the first comment, which the person has to check.
  await expect(commentItem(page, 'Too wide.').getByRole('button').first()).toBeFocused()
  const focus = (role: 'button' | 'textbox', name: string | RegExp, key?: string) =>
    tabTo(page.getByRole(role, { name }), key)
  await expect(page.getByRole('button', { name: /^1 Ann/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await focus('button', /^Reply$/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Still too wide.')
  await page.keyboard.press('Control+Enter')
  const bodies = async () => (await threadsOf(agent, reviewId))[0]?.comments.map(each => each.body)
  await expect.poll(bodies).toEqual(['Too **wide**.', 'Narrower now.', 'Still too wide.'])
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveCount(0)
  await focus('button', 'Not yet', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await threadsOf(agent, reviewId))[0]?.status).toBe('open')
  await focus('button', /^Review\. Verdict: /, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(verdictComment(page)).toBeFocused()
  // No verdict is chosen. So the focus moves to the choices.
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('radio', { name: 'Comment' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Changes requested')
  await expect(verdictButton(page)).toHaveAccessibleName('Review. Verdict: Changes requested')
})
