import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { settled } from '../settled'

/**
 * Returns the findings of axe on a settled page against WCAG 2.2 AA, one line each. If axe finds something,
 * it runs again and only the second result counts: a run takes seconds on a busy machine, and a transition
 * may take place during the run.
 */
export async function findings(page: Page): Promise<string[]> {
  const first = await analyze(page)
  return first.length === 0 ? first : analyze(page)
}

async function analyze(page: Page): Promise<string[]> {
  await settled(page)
  // In legacy mode, axe does not open a separate page to collect its results, which would take as long as
  // checking the rules. Only pages with frames of other origins need the other mode, and these pages have
  // none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.map(each => `${each.id}: ${each.nodes.map(node => node.target.join(' ')).join(', ')}`)
}
