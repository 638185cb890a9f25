// Creates the copy of the project in which faults are planted. The user's own files are never changed.
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../lib.mjs'

const notCopied = ['.git', '.output', '.data', 'data', 'node_modules', 'playwright-report', 'test-results']

/** Copies the project to a temporary folder, including uncommitted changes. */
export function createCopy() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'exhibit-mutate-')))
  cpSync(root, folder, { recursive: true, filter: path => !notCopied.includes(relative(root, path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    read: file => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Returns a source with a planted fault. Throws unless the text to replace occurs exactly once.
 * @param {import('../../tests/mutations/fault.ts').Fault} fault
 * @param {string} source
 */
export function plant({ file, search, replace }, source) {
  const count = source.split(search).length - 1
  if (count !== 1) throw new Error(`its search text occurs ${count} times in ${file}`)
  return source.replace(search, () => replace)
}
