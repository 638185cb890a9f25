import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createCopy } from '../../../scripts/mutate/copy.mjs'
import { root } from '../../support/paths'

it('a language is added to the dashboard by its folder alone', async () => {
  const copy = createCopy()
  onTestFinished(() => copy.remove())
  cpSync(join(root, 'tests/fixtures/added-language'), join(copy.folder, 'app/text/ar-XB'), {
    recursive: true,
  })
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter', 'verbose'],
      'tests/unit/text/define-text.test.ts',
    ],
    { cwd: copy.folder, env: { ...process.env, NO_COLOR: '1', VITEST: undefined } },
  )
  expect(stdout).toContain('✓ |unit| tests/unit/text/define-text.test.ts > the folder ar-XB of app/text')
})
