import type { Page } from '@playwright/test'
import { findings } from './axe'
import { themes } from './themes'

/** Returns the findings of axe on the open page in each of the tested themes, one line each. */
export async function findingsInThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await findings(page)).map(each => `${colorScheme}: ${each}`))
  }
  return found
}
