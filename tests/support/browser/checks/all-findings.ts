import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { settled } from '../settled'

/**
 * Returns the findings of all rules of axe, including best practices, on a settled page, one line each. With
 * `within`, checks only that part of the page, because the other parts were checked before.
 */
export async function allFindings(page: Page, within?: string): Promise<string[]> {
  await settled(page)
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.map(each => `${each.id}: ${each.nodes.map(node => node.target.join(' ')).join(', ')}`)
}
