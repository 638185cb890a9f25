import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** reka-ui's ends of the list of toasts: they hand the focus on as soon as they get it, so nobody ever rests on them. */
const focusProxies = '[role="region"] > span[aria-hidden="true"][tabindex="0"]'

/** What axe finds on a page against WCAG 2.2 AA, one line each. */
export async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude(focusProxies).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  return violations.map(each => `${each.id}: ${each.nodes.map(node => node.target.join(' ')).join(', ')}`)
}
