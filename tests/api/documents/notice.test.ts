import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../support/paths'

it('NOTICE lists the packages of the build with their licenses', async () => {
  const text = await readFile(join(root, '.output/NOTICE'), 'utf8')
  const licenses = {
    'mediabunny': 'MPL-2.0',
    '@img/sharp-libvips-*': 'LGPL-3.0-or-later',
    '@fontsource-variable/geist': 'OFL-1.1',
  }
  for (const [name, license] of Object.entries(licenses))
    expect(text.split('\n').find(line => line.startsWith(`${name} `))).toContain(` ${license} `)
  const titles = ['Mozilla Public License Version 2.0', 'GNU LESSER GENERAL PUBLIC', 'SIL OPEN FONT LICENSE']
  for (const title of titles) expect(text).toContain(title)
  // NOTICE is the same on every platform, and lists no build tools.
  for (const absent of ['sharp-linux', 'eslint', 'typescript', 'vitest'])
    expect(text).not.toMatch(new RegExp(`^\\S*${absent}`, 'm'))
})
