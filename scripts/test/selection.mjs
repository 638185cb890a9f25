// The arguments of npm test: the steps and the test files that it runs.
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../lib.mjs'

const steps = ['types', 'lint', 'unit', 'browser', 'api', 'nodes', 'fuzz']
/** The test step for each folder in `tests/`. */
const stepOfFolder = {
  'unit': 'unit',
  'dom': 'unit',
  'api': 'api',
  'e2e': 'browser',
  'media-truth': 'browser',
  'fuzz': 'fuzz',
}
/** Returns the name of the folder in `tests/` that a path is in, or is. */
const folderOf = path => (path.startsWith('tests/') && existsSync(join(root, path)) ? path.split('/')[1] : '')

/**
 * Returns the steps and paths that the arguments select. A path selects the step that runs its tests, and
 * limits this step to the path. Throws if an argument is neither a step nor the path of tests.
 * @param {string[]} args
 */
export function selectionOf(args) {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      full: { type: 'boolean', default: false },
      shard: { type: 'string' },
      title: { type: 'string', short: 't' },
    },
  })
  const names = positionals.map(each => (steps.includes(each) ? each : relative(root, resolve(root, each))))
  const stepOf = name => {
    if (steps.includes(name)) return name
    const folder = folderOf(name)
    // The tests in tests/api/cluster run several server nodes, so they have a separate step.
    return folder && name.startsWith('tests/api/cluster') ? 'nodes' : stepOfFolder[folder]
  }
  const unknown = names.filter(name => !stepOf(name))
  if (unknown.length > 0)
    throw new Error(
      `${unknown.join(', ')}: name steps (${steps.join(', ')}), or files and folders of ` +
        `${Object.keys(stepOfFolder).join(', ')} in tests/`,
    )
  const chosen = new Set(names.map(stepOf))
  const paths = names.filter(name => !steps.includes(name))
  return {
    options,
    paths,
    /** Returns whether a step runs. Without `--full`, the fuzz tests run only if they are named. */
    isChosen: step => chosen.has(step) || (chosen.size === 0 && (step !== 'fuzz' || options.full)),
    /** Returns the paths that limit the tests of a folder in `tests/`; undefined if none of them runs. */
    pathsIn(folder) {
      const found = paths.filter(path => folderOf(path) === folder)
      return paths.length > 0 && found.length === 0 ? undefined : found
    },
  }
}
