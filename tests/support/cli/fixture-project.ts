import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ReporterOptions } from '../../../cli/package/options'
import { baseEnvironment } from '../server/child-process'
import { endOf, newFolder, packageUrl, type CliResult } from './cli'
import { root } from '../paths'

/** A copy of a project in `tests/fixtures`, in which the package of a server is installed. */
export interface FixtureProject {
  write: (file: string, data: string | Buffer) => Promise<void>
  readJson: <T>(file: string) => Promise<T>
  /** Compiles files of the project without writing any output. Returns the messages of the compiler. */
  compile: (files: string[]) => Promise<CliResult>
  /** Runs a command of the project's `node_modules/.bin`. */
  run: (command: string[], options?: ReporterOptions, env?: NodeJS.ProcessEnv) => Promise<CliResult>
}

/**
 * Copies a project, installs the served package with `npm install`, and links packages of this repository.
 * Each command gets `variables` in addition to the basic environment variables.
 */
export async function installFixture(
  name: 'playwright-project' | 'vitest-project',
  server: { url: string },
  packages: string[],
  variables: NodeJS.ProcessEnv,
): Promise<FixtureProject> {
  const folder = await newFolder(name)
  await cp(join(root, 'tests/fixtures', name), folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }))
  const basic = { ...baseEnvironment, CHROMIUM_PATH: process.env.CHROMIUM_PATH, HOME: folder }
  const install = ['install', '--save-dev', '--no-audit', '--no-fund', await packageUrl(server)]
  await promisify(execFile)('npm', install, { cwd: folder, env: basic })
  for (const each of packages) {
    const link = join(folder, 'node_modules', each)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', each), link)
  }
  const run: FixtureProject['run'] = ([command = '', ...args], options = {}, env = {}) =>
    endOf(
      spawn(join(root, 'node_modules/.bin', command), args, {
        cwd: folder,
        env: { ...basic, ...variables, REPORTER_OPTIONS: JSON.stringify(options), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  return {
    async write(file, data) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), data)
    },
    async readJson<T>(file: string) {
      return JSON.parse(await readFile(join(folder, file), 'utf8')) as T
    },
    compile: files => run(['tsc', ...compilerOptions, ...files]),
    run,
  }
}

const compilerOptions = [
  ...['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig'],
  ...['--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom'],
]

/** Returns the source of a file that uses the types of a reporter, both correctly and incorrectly. */
export const typeUses = (reporter: 'exhibit-cli/playwright' | 'exhibit-cli/vitest') => `
import ExhibitReporter, { type ReporterOptions } from '${reporter}'
const options: ReporterOptions = { all: true, strict: true, ref: 'x', pr: 12, timeout: 60, parallel: 8 }
export const reporters = [new ExhibitReporter(), new ExhibitReporter(options)]
// @ts-expect-error -- There is no such option.
new ExhibitReporter({ strikt: true })
// @ts-expect-error -- It is a number.
new ExhibitReporter({ timeout: '60' })
`
