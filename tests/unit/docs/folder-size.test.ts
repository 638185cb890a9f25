import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../support/paths'

/** The maximum number of files in a folder. */
const MAX_FILES = 20

/**
 * Folders that may have more files, because a reader looks for a file by its name: there is a file for each
 * verb and each noun of the API, and a translation has a file for each file of `app/text`
 * (docs/translating.md).
 */
const lookedUpByName = /^(server\/domain\/[^/]+|shared\/contract|app\/text\/(?!language$)[^/]+)$/

it(`each folder has at most ${MAX_FILES} files, except folders of API verbs, nouns and translations`, () => {
  const files = globSync('{app,components,pages,server,shared,cli,scripts,tests}/**/*.*', { cwd: root })
  const folders = Map.groupBy(files, each => posix.dirname(each))
  for (const each of ['app/stage', 'components/stage', 'server/db', 'shared/text', 'tests/support/server'])
    expect([...folders.keys()]).toContain(each)
  const large = [...folders]
    .filter(([folder, members]) => members.length > MAX_FILES && !lookedUpByName.test(folder))
    .map(([folder, members]) => `${folder}: ${members.length}`)
  expect(large).toEqual([])
})

/** The maximum number of lines of a component. */
const MAX_LINES = 200

it(`each component and page has at most ${MAX_LINES} lines`, () => {
  const files = globSync('{app,components,pages}/**/*.vue', { cwd: root })
  expect(files).toContain('components/verdict/VerdictForm.vue')
  const large = files
    .map(file => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
  expect(large).toEqual([])
})
