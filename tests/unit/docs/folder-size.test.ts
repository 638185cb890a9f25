import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../support/paths'

/** The maximum number of files in a folder. */
const MAX_FILES = 20

/**
 * Folders in which a reader looks for a file by its name: each verb and each noun of the API has a file, and
 * a translation has a file for each file of `app/text` (docs/translating.md).
 */
const lookedUpByName = /^(server\/domain\/[^/]+|shared\/contract|app\/text\/(?!language$)[^/]+)$/

it(`each folder has at most ${MAX_FILES} files, except verbs, nouns of the API and translations`, () => {
  const files = globSync('{app,components,pages,server,shared,cli,scripts,tests}/**/*.*', { cwd: root })
  const folders = Map.groupBy(files, each => posix.dirname(each))
  for (const each of ['app/stage', 'components/stage', 'server/db', 'shared/text', 'tests/support/server'])
    expect([...folders.keys()]).toContain(each)
  const large = [...folders]
    .filter(([folder, members]) => members.length > MAX_FILES && !lookedUpByName.test(folder))
    .map(([folder, members]) => `${folder}: ${members.length}`)
  expect(large).toEqual([])
})
