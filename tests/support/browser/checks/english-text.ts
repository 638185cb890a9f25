import type { Page } from '@playwright/test'
import { capabilities } from '#shared/contract/capabilities'
import { actorName, eventGroupLabels, eventLabels } from '#shared/event-labels'
import { notificationKinds, notificationPhrase } from '#shared/notifications'
import { quickstart } from '#shared/documents/quickstart'

/** The labels that stay in English, because mails and agents use them too (docs/translating.md). */
const sharedLabels = (publicUrl: string): string[] => [
  ...capabilities,
  ...Object.values(eventGroupLabels),
  ...Object.values(eventLabels).flatMap(({ label, phrase }) => [label, phrase]),
  actorName({ type: 'system', id: 'system', name: null }),
  ...notificationKinds.map(kind => notificationPhrase(kind, null)),
  ...quickstart({ publicUrl, cliUrl: publicUrl }).flatMap(({ title, text }) => [title, text]),
]

/**
 * Returns the texts of the page that are in English although its language is the pseudo-language, in which
 * all letters have accents. Checks texts, names of controls and pictures, and the title. Leaves out texts of
 * people (`dir="auto"`, `<bdi>`), code, keys, times, URLs, the words in `data`, and labels that stay in
 * English.
 */
export function englishOn(page: Page, data: readonly string[]): Promise<string[]> {
  const { origin } = new URL(page.url())
  const known = ['Exhibit', 'UTC', ...sharedLabels(origin), ...data].toSorted((a, b) => b.length - a.length)
  return page.evaluate(known => {
    const notOurs = '[dir=auto], bdi, code, pre, kbd, time, script, style, svg'
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title', 'placeholder']
    const addresses = /\S+@\S+|\w+:\/\/\S+|(?:^|\s)\/\S*/g
    // Texts that are not words of the interface, such as the commit of the build: its hexadecimal digits can
    // start with several letters, and `dirty` says that there are changes that are not committed.
    const codes =
      /\([\da-f]{7,40}(?:-dirty)?\)|\u2068[^\u2069]*\u2069|\b[A-Z\d]{4}-[A-Z\d]{4}\b|\bsvc_[\w-]+…/g
    const found = new Set<string>()
    const check = (text: string, where: string) => {
      let left = text
      for (const each of known) left = left.replaceAll(each, ' ')
      left = left.replace(addresses, ' ').replace(codes, ' ')
      if (/(?<![\p{L}\d])[A-Za-z]{2,}(?!\p{L})/u.test(left))
        found.add(`${where}: ${text.trim().slice(0, 120)}`)
    }
    const isShown = (each: Element) =>
      !each.closest(notOurs) && each.checkVisibility({ visibilityProperty: true })
    check(document.title, 'title')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (parentElement && isShown(parentElement)) check(textContent ?? '', parentElement.tagName)
    }
    for (const element of document.body.querySelectorAll(attributes.map(each => `[${each}]`).join()))
      if (isShown(element))
        for (const name of attributes) check(element.getAttribute(name) ?? '', `${element.tagName}[${name}]`)
    return [...found]
  }, known)
}
