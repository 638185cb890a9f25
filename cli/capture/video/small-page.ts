import { setTimeout as sleep } from 'node:timers/promises'
import { usageFailure } from '../../failure'
import type { Session } from '../browser/cdp'
import type { Tab } from '../browser/tab'

/** The part of Playwright's `Page` that scripts can use in a repository without Playwright. */
export interface SmallPage {
  goto: (url: string) => Promise<void>
  click: (selector: string) => Promise<void>
  hover: (selector: string) => Promise<void>
  fill: (selector: string, text: string) => Promise<void>
  press: (selector: string, key: string) => Promise<void>
  keyboard: { press: (key: string) => Promise<void>; type: (text: string) => Promise<void> }
  selectOption: (selector: string, value: string) => Promise<void>
  waitForSelector: (selector: string) => Promise<void>
  waitForTimeout: (ms: number) => Promise<void>
  evaluate: <A, T>(run: string | ((argument: A) => T), argument?: A) => Promise<T>
  url: () => Promise<string>
  title: () => Promise<string>
}

/**
 * The Windows virtual key code of each key, which the Chrome DevTools Protocol requires, and the text that
 * the key enters.
 */
const keys: Record<string, { code: number; text?: string }> = {
  Enter: { code: 13, text: '\r' },
  Tab: { code: 9 },
  Escape: { code: 27 },
  Backspace: { code: 8 },
  Delete: { code: 46 },
  Space: { code: 32, text: ' ' },
  PageUp: { code: 33 },
  PageDown: { code: 34 },
  End: { code: 35 },
  Home: { code: 36 },
  ArrowLeft: { code: 37 },
  ArrowUp: { code: 38 },
  ArrowRight: { code: 39 },
  ArrowDown: { code: 40 },
}

/**
 * Returns a page for a script in a repository without Playwright. `timeout` is the time limit of the script
 * in milliseconds. Throws a usage failure if the script uses a member that this page does not have.
 */
export function smallPage(tab: Tab, timeout: number): SmallPage {
  const { session, evaluate, waitFor } = tab
  const page: SmallPage = {
    async goto(url) {
      await tab.open(new URL(url, await page.url()).href)
    },
    async click(selector) {
      await tab.click(selector)
      await tab.idle()
    },
    async hover(selector) {
      const { x, y } = await waitFor(selector)
      await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
    },
    async fill(selector, text) {
      await waitFor(selector)
      const element = `document.querySelector(${JSON.stringify(selector)})`
      await evaluate(`(element => { element.focus(); element.select?.() })(${element})`)
      await session.send('Input.insertText', { text })
      await evaluate(`document.activeElement.dispatchEvent(new Event('change', { bubbles: true }))`)
    },
    async press(selector, key) {
      await waitFor(selector)
      await evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`)
      await pressKey(session, key)
      await tab.idle()
    },
    keyboard: {
      async press(key) {
        await pressKey(session, key)
        await tab.idle()
      },
      async type(text) {
        await session.send('Input.insertText', { text })
      },
    },
    async selectOption(selector, value) {
      await waitFor(selector)
      await evaluate(`(element => {
        element.value = ${JSON.stringify(value)}
        for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
      })(document.querySelector(${JSON.stringify(selector)}))`)
    },
    async waitForSelector(selector) {
      await waitFor(selector)
    },
    async waitForTimeout(ms) {
      await sleep(ms)
    },
    evaluate: async (run, argument) =>
      evaluate(
        typeof run === 'string' ? run : `(${String(run)})(${JSON.stringify(argument) ?? ''})`,
        timeout,
      ),
    url: async () => evaluate('location.href'),
    title: async () => evaluate('document.title'),
  }
  return new Proxy(page, {
    get(target, name) {
      // `await` reads the property `then` of the page when an async function returns the page, so this
      // property must not throw.
      if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name)
      throw usageFailure(
        `page.${name} needs Playwright, which this repository does not have.`,
        `Run "npm install --save-dev playwright", or use ${Object.keys(target).join(', ')}.`,
      )
    },
  })
}

async function pressKey({ send }: Session, key: string): Promise<void> {
  const known = keys[key]
  if (!known && key.length !== 1)
    throw usageFailure(`"${key}" is not a key.`, `Use a character or ${Object.keys(keys).join(', ')}.`)
  const name = key === 'Space' ? ' ' : key
  const code = known?.code ?? key.toUpperCase().charCodeAt(0)
  const text = known ? known.text : key
  const event = { key: name, code: key.length === 1 ? undefined : key, windowsVirtualKeyCode: code }
  await send('Input.dispatchKeyEvent', { ...event, type: text ? 'keyDown' : 'rawKeyDown', text })
  await send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
}
