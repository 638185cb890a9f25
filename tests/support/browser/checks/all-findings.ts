import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { settled } from '../settled'

/**
 * Returns the findings of axe on a settled page by all its rules, best practices too, one line each;
 * `within`: in this part of the page only, where the rest was analyzed already.
 */
export async function allFindings(page: Page, within?: string): Promise<string[]> {
  await settled(page)
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.map(each => `${each.id}: ${each.nodes.map(node => node.target.join(' ')).join(', ')}`)
}
