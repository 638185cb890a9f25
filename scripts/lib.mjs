// Functions that the commands in scripts/ share. The file is plain JavaScript and uses only Node's own
// modules, because it runs before anything is installed.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')

/** The environment of commands. The project's own tools come first on PATH. */
export const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  NUXT_TELEMETRY_DISABLED: '1',
  // A cache for compiled modules, because hundreds of processes of a test run load the same modules:
  // https://nodejs.org/api/module.html
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
}

export function say(text) {
  process.stdout.write(`▸ ${text}\n`)
}

/** Runs a command and shows its output. Throws if the command fails. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`)),
    )
  })
}

/**
 * Runs a command with the additional environment variables `more`. Shows its output only if the command
 * fails, and then throws.
 */
export function runQuietly(command, args, more = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve()
      process.stdout.write(Buffer.concat(output))
      reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`))
    })
  })
}

const stampFile = name => join(root, 'node_modules', '.stamp', name)

/**
 * Returns the SHA-256 of the content and the relative paths of files and folders. The result does not depend
 * on the path of `folder`.
 */
export function hashOf(paths, folder = root) {
  const hash = createHash('sha256').update(process.platform + process.arch)
  const add = path => {
    const file = join(folder, path)
    if (!existsSync(file)) return
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) add(join(path, name))
    } else {
      const content = readFileSync(file)
      hash.update(`${path}\0${content.length}\0`).update(content)
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

/** Runs a step, unless it has already run with the same content of the files `paths`. */
async function unlessUpToDate(name, paths, outputs, step) {
  const hash = hashOf(paths)
  const done =
    existsSync(stampFile(name)) &&
    readFileSync(stampFile(name), 'utf8') === hash &&
    outputs.every(path => existsSync(join(root, path)))
  if (done) return say(`${name}: up to date`)
  await step()
  mkdirSync(join(root, 'node_modules', '.stamp'), { recursive: true })
  writeFileSync(stampFile(name), hash)
}

/** Installs the locked dependencies with Node 24, and lets Nuxt generate its types. */
export async function install() {
  await unlessUpToDate(
    'install',
    ['package-lock.json', 'package.json'],
    ['node_modules/.bin/node', 'node_modules/.bin/nuxt'],
    async () => {
      say('install: npm ci (about a minute the first time)')
      await runQuietly('npm', ['ci', '--no-audit', '--no-fund'])
      await runQuietly('nuxt', ['prepare'])
    },
  )
  // If the packages come from a cache, the generated types are missing.
  await generateTypes()
}

/** Lets Nuxt generate its types, which a build needs too, if they are missing. */
async function generateTypes() {
  if (!existsSync(join(root, '.nuxt', 'tsconfig.json'))) await runQuietly('nuxt', ['prepare'])
}

/** The source files and folders that a build depends on. */
const buildInputs = [
  ...['app', 'cli', 'components', 'pages', 'server', 'shared', 'drizzle', 'public', 'skills'],
  ...['scripts/build', 'nuxt.config.ts', 'package-lock.json'],
  // `package.json` and `LICENSE` are part of the package of the command line.
  ...['package.json', 'LICENSE'],
]

/** Returns the id of a build of `folder`. The id is the same on every machine that builds the same files. */
export const buildId = (folder = root) => hashOf(buildInputs, folder).slice(0, 16)

/**
 * Returns the commit of this folder, abbreviated, with `-dirty` if files were changed since. Returns the
 * variable COMMIT if it is set, for builds in a folder without a repository, and an empty text if both are
 * missing.
 */
export function commit() {
  if (process.env.COMMIT !== undefined) return process.env.COMMIT.slice(0, 40)
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  try {
    return execFileSync(
      'git',
      ['describe', '--always', '--dirty', '--abbrev=10', '--exclude=*'],
      options,
    ).trim()
  } catch {
    return ''
  }
}

/** The memory in bytes that a build and the system need. */
const BUILD_BYTES = 2 * 1024 ** 3

/** The processes of a build, which run one after the other, and the maximum heap size of each in MiB. */
const buildParts = [
  ['pages', 800],
  ['server', 1000],
]

/**
 * Builds the server and the dashboard into .output with `run`, which gets a command, its arguments and
 * additional variables. Does not change `.nuxt`, since checks read it at the same time.
 */
export async function buildWith(run) {
  await generateTypes()
  for (const [part, megabytes] of buildParts)
    await run('nuxt', ['build'], {
      BUILD_PART: part,
      NUXT_BUILD_DIR: join(root, 'node_modules', '.cache', 'nuxt-build'),
      // Without the division into two processes and the heap limits, a build would need 3.3 GiB of memory,
      // and would not be faster.
      NODE_OPTIONS: `--max-old-space-size=${megabytes} ${process.env.NODE_OPTIONS ?? ''}`,
      MALLOC_ARENA_MAX: '2',
    })
}

/** Builds the server and the dashboard, if the build is not up to date. */
export function build() {
  const outputs = ['.output/server/index.mjs', '.output/NOTICE', '.output/version']
  return unlessUpToDate('build', buildInputs, outputs, async () => {
    say('build: nuxt build (about a minute)')
    if (totalmem() < BUILD_BYTES)
      say('build: this machine may have too little memory; a release needs no build (docs/operations.md)')
    await buildWith(runQuietly)
  })
}
