import type { Page } from '@playwright/test'
import type { RevisionContext } from '#shared/contract/context'
import { limits } from '#shared/contract/kit/limits'
import { pageContext } from '../../../scripts/build/page-script.mjs'
import { expect, test } from '../../support/browser/e2e'

/** Shows a page, and returns the context that the page script finds in the viewport. */
async function contextOf(page: Page, body: string): Promise<RevisionContext> {
  const { code } = await pageContext()
  await page.setContent(`<!doctype html><style>body { margin: 0 }</style>${body}`)
  return page.evaluate<RevisionContext>(`(${code})('viewport')`)
}

test('the context of a page contains the visible elements, and no typed text', async ({ page }) => {
  const { elements, aria } = await contextOf(
    page,
    `<h1>Shown</h1>
    <p style="display: none">None</p><p style="visibility: hidden">Hidden</p><p style="opacity: 0">Clear</p>
    <p style="position: absolute; width: 1px; height: 1px; overflow: hidden">Only read</p>
    <p style="position: absolute; top: 5000px">Below</p>
    <div style="position: relative; height: 40px"><p>Covered</p>
      <div style="position: absolute; inset: 0; background: #fff">Cover</div></div>
    <div style="height: 20px; overflow: hidden"><p style="margin: 40px 0">Cut off</p></div>
    <input type="password" value="typed secret"><textarea>typed note</textarea>
    <div contenteditable>typed paragraph</div>`,
  )
  const names = elements.map(each => each.name ?? each.text)
  expect(names).toEqual(expect.arrayContaining(['Shown', 'Cover']))
  for (const each of ['None', 'Hidden', 'Clear', 'Only read', 'Below', 'Covered', 'Cut off'])
    expect(names).not.toContain(each)
  expect(JSON.stringify(elements)).not.toContain('typed')
  expect(aria).toContain('- heading "Shown" [level=1]')
  expect(aria).not.toMatch(/typed (?:secret|note)/)
})

test('the context of a page keeps within its limits, and prefers named elements', async ({ page }) => {
  const long = 'x'.repeat(limits.contextName + 1)
  const empty = '<div style="width: 5px; height: 5px"></div>'
  const many = await contextOf(
    page,
    `<style>div, button { float: left; padding: 0 }</style>${empty.repeat(limits.contextElements)}
    <button>${long}</button><button>${'😀'.repeat(limits.contextName)}</button>`,
  )
  expect(many.elements).toHaveLength(limits.contextElements)
  const buttons = many.elements.filter(each => each.role === 'button')
  expect(buttons.map(each => each.name)).toEqual([
    long.slice(0, limits.contextName),
    '😀'.repeat(limits.contextName / 2),
  ])
  const exact = await contextOf(
    page,
    `<style>div { float: left }</style>${empty.repeat(limits.contextElements)}`,
  )
  expect(exact.elements).toHaveLength(limits.contextElements)
  const large = await contextOf(page, `<p>${'y'.repeat(limits.contextAria + 100)}</p>`)
  expect(large.aria).toHaveLength(limits.contextAria)
  expect(Buffer.byteLength(JSON.stringify(large))).toBeLessThanOrEqual(limits.contextBytes)
})

test('a page whose context has too many bytes leaves out the text, then the last elements', async ({
  page,
}) => {
  const name = '语'.repeat(limits.contextName)
  const { elements, aria } = await contextOf(
    page,
    `<style>a { float: left; width: 8px; height: 8px; overflow: hidden }</style>
    ${`<a href="#" data-testid="${name}" title="${name}">${name}</a>`.repeat(limits.contextElements)}`,
  )
  expect(aria).toBeNull()
  expect(elements.length).toBeGreaterThan(500)
  expect(elements.length).toBeLessThan(limits.contextElements)
  expect(Buffer.byteLength(JSON.stringify({ elements }))).toBeLessThanOrEqual(limits.contextBytes)
})

test('the selector of an element uses a unique class, but no utility class and no generated class', async ({
  page,
}) => {
  const { elements } = await contextOf(
    page,
    `<p class="mt-4 total">Total</p><button class="css-1x2y3z md:flex">Pay</button>
    <ul><li class="item">Tea</li><li class="item">Honey</li></ul><h1 class="title" id="top">Shop</h1>`,
  )
  const selectors = Object.fromEntries(elements.map(each => [each.name ?? each.text, each.selector]))
  expect(selectors).toMatchObject({
    Total: 'p.total',
    Pay: 'button',
    Tea: 'ul > li:nth-of-type(1)',
    Honey: 'ul > li:nth-of-type(2)',
    Shop: '#top',
  })
})
