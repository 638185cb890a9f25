import type { BrowserContext } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'postcss'
import { twMerge } from 'tailwind-merge'

const STYLES = '.output/public/_nuxt'

/** Collects the class attributes of all elements that the pages of a context ever have. */
export async function collectClasses(context: BrowserContext): Promise<Set<string>> {
  const found = new Set<string>()
  await context.exposeBinding('reportClasses', (_source, classes: string[]) => {
    for (const each of classes) found.add(each)
  })
  await context.addInitScript(() => {
    const seen = new Set<string>()
    const { reportClasses } = globalThis as unknown as { reportClasses: (classes: string[]) => void }
    new MutationObserver(records => {
      const added: string[] = []
      const add = (element: Element) => {
        const classes = element.getAttribute('class')
        if (classes === null || seen.has(classes)) return
        seen.add(classes)
        added.push(classes)
      }
      for (const { type, target, addedNodes } of records) {
        if (type === 'attributes') add(target as Element)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          add(node)
          for (const each of node.querySelectorAll('[class]')) add(each)
        }
      }
      if (added.length) reportClasses(added)
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] })
  })
  return found
}

/**
 * Returns the pairs of classes that one element has and that contradict each other, where the style sheet
 * prefers the earlier one, unless the element also has the later one with a `!`. tailwind-merge knows which
 * classes contradict each other.
 */
export function classConflicts(classAttributes: Iterable<string>): string[] {
  const order = styleOrder()
  const conflicts = new Set<string>()
  for (const attribute of classAttributes) {
    const classes = attribute.split(/\s+/).filter(each => order.has(each))
    if (twMerge(classes.join(' ')).split(' ').length === classes.length) continue
    for (const [index, earlier] of classes.entries())
      for (const later of classes.slice(index + 1)) {
        if (later === earlier || classes.includes(`${later}!`)) continue
        if (twMerge(`${earlier} ${later}`) !== later) continue
        if ((order.get(later) ?? 0) < (order.get(earlier) ?? 0))
          conflicts.add(`${earlier} wins over ${later}`)
      }
  }
  return [...conflicts]
}

let cachedOrder: Map<string, number> | undefined

/** The place of each class's rule in the built style sheets. */
function styleOrder(): Map<string, number> {
  if (cachedOrder) return cachedOrder
  cachedOrder = new Map()
  const sheets = readdirSync(STYLES).filter(name => name.endsWith('.css'))
  for (const sheet of sheets)
    parse(readFileSync(`${STYLES}/${sheet}`, 'utf8')).walkRules(rule => {
      for (const selector of rule.selectors) {
        const name = /^(?::is\(|:where\()?\.((?:\\.|[\w-])+)/.exec(selector)?.[1]
        if (name) cachedOrder?.set(name.replace(/\\(.)/g, '$1'), cachedOrder.size)
      }
    })
  return cachedOrder
}
