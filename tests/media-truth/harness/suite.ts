import { afterAll, describe, expect, it } from 'vitest'
import type { TruthFile } from '../files/file'
import { closeBrowser } from './browser'
import { disagreements } from './compare'

/**
 * Tests that Chromium shows each file in the same way as the files that Exhibit makes from it. Tests only a
 * sample of the files, unless TEST_FULL is set.
 */
export function compareAll(format: string, files: TruthFile[]): void {
  afterAll(closeBrowser)
  describe(`${format} files are shown as Chromium shows them, or are refused`, () => {
    const compared = files.filter(({ sample }) => sample || process.env.TEST_FULL)
    it.each(compared.map(file => [file.name, file] as const))('%s', async (_, file) => {
      expect((await disagreements(file)).join('; ')).toBe('')
    })
  })
}
