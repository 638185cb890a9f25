import { afterAll, describe, expect, it } from 'vitest'
import type { TruthFile } from '../files/file'
import { closeBrowser } from './browser'
import { disagreements } from './compare'

/** Compares Exhibit's products for files with their display in Chromium: a sample, or all with TEST_FULL. */
export function compareAll(format: string, files: TruthFile[]): void {
  afterAll(closeBrowser)
  describe(`${format} files are shown as Chromium shows them, or are refused`, () => {
    const compared = files.filter(({ sample }) => sample || process.env.TEST_FULL)
    it.each(compared.map(file => [file.name, file] as const))('%s', async (_, file) => {
      expect((await disagreements(file)).join('; ')).toBe('')
    })
  })
}
