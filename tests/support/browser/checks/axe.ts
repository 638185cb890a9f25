import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { settled } from '../settled'

/**
 * Returns the findings of axe on a settled page against WCAG 2.2 AA, one line each. A finding counts if axe
 * repeats it: axe takes seconds on a busy machine, and a transition may run during them.
 */
export async function findings(page: Page): Promise<string[]> {
  const first = await analyze(page)
  return first.length === 0 ? first : analyze(page)
}

async function analyze(page: Page): Promise<string[]> {
  await settled(page)
  // In its legacy mode axe opens no page of its own for the results, which takes as long as the rules. The
  // other mode is for frames of other origins, and the pages have none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.map(each => `${each.id}: ${each.nodes.map(node => node.target.join(' ')).join(', ')}`)
}
