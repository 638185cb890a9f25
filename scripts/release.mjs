// npm run release: packs the built server for computers that have Node.js 24 and nothing else, one tarball
// for each architecture of Linux with glibc, with their SHA-256 sums and a list of the packages they contain.
// With `--folder DIR --arch ARCH`, writes the files of one architecture into a folder instead: the
// Dockerfile.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, env, install, root, say } from './lib.mjs'

/** The architectures by the name that Docker gives to them. */
const ofDocker = { amd64: 'x64', arm64: 'arm64' }
/** The documents for operators, and the documents that they link to. */
const documents = [
  ...['operations.md', 'security.md', 'grafana-dashboard.json', 'prometheus-alerts.yaml'],
  ...['performance.md', 'pull-requests.md', 'webhooks.md'],
]

const { values } = parseArgs({
  options: {
    'arch': { type: 'string', multiple: true, default: ['x64', 'arm64'] },
    'to': { type: 'string', default: join(root, 'release') },
    'folder': { type: 'string' },
    'skip-build': { type: 'boolean', default: false },
  },
})
const archs = values.arch.map(each => ofDocker[each] ?? each)
const unknown = archs.find(each => !Object.values(ofDocker).includes(each))
if (unknown) fail(`--arch ${unknown}: must be x64 or arm64`)
if (values.folder && archs.length !== 1) fail('--folder needs one --arch')

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const cache = join(root, 'node_modules', '.cache', 'release')

// With --skip-build, packs the present build, even if it is out of date.
if (!values['skip-build']) {
  await install()
  await build()
}
if (values.folder) {
  stage(archs[0], values.folder)
} else {
  mkdirSync(values.to, { recursive: true })
  const files = archs.map(pack)
  const listed = `exhibit-${version}.sbom.json`
  cpSync(join(root, '.output/sbom.json'), join(values.to, listed))
  const sums = [...files, listed].map(each => `${sha256(join(values.to, each))}  ${each}\n`)
  writeFileSync(join(values.to, 'SHA256SUMS'), sums.join(''))
}

/**
 * Writes the tarball of an architecture, and returns its name. The same build always gives the same bytes.
 */
function pack(arch) {
  const name = `exhibit-${version}-linux-${arch}`
  const folder = join(cache, name)
  rmSync(folder, { recursive: true, force: true })
  stage(arch, folder)
  const file = `${name}.tar.gz`
  execute('tar', [
    ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${commitTime()}`],
    ...['--use-compress-program=gzip -9n', '-C', cache, '-cf', join(values.to, file), name],
  ])
  rmSync(folder, { recursive: true })
  say(`${file}: ${Math.round(statSync(join(values.to, file)).size / 1024 ** 2)} MiB`)
  return file
}

/** Writes the files of a release for an architecture into a folder. */
function stage(arch, folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of ['server', 'public', 'NOTICE', 'sbom.json', 'version'])
    cpSync(join(root, '.output', name), join(folder, name), { recursive: true, verbatimSymlinks: true })
  useBinaries(join(folder, 'server', 'node_modules'), arch)
  for (const name of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md', '.env.example', 'compose.cluster.yaml'])
    cpSync(join(root, name), join(folder, name))
  for (const name of ['exhibit', 'exhibit.service']) cpSync(join(root, 'deploy', name), join(folder, name))
  for (const name of documents) cpSync(join(root, 'docs', name), join(folder, 'docs', name))
  chmodSync(join(folder, 'exhibit'), 0o755)
  writeFileSync(join(folder, 'platform'), `linux-${arch}\n`)
}

/** Replaces the binaries in the packages of a build with the binaries of an architecture. */
function useBinaries(nodeModules, arch) {
  const prebuilds = join(nodeModules, 'better-sqlite3', 'prebuilds')
  for (const name of readdirSync(prebuilds)) if (name !== `linux-${arch}.node`) rmSync(join(prebuilds, name))
  if (arch === process.arch) return
  for (const name of readdirSync(join(nodeModules, '@img')))
    if (name.startsWith('sharp-')) rmSync(join(nodeModules, '@img', name), { recursive: true })
  for (const name of [`@img/sharp-linux-${arch}`, `@img/sharp-libvips-linux-${arch}`])
    download(name, join(nodeModules, name))
}

/** Downloads a package with the version and the checksum of package-lock.json into a folder. */
function download(name, folder) {
  const { version: number, integrity } = locked[`node_modules/${name}`]
  mkdirSync(cache, { recursive: true })
  const options = ['--json', '--pack-destination', cache]
  const [{ filename }] = JSON.parse(execute('npm', ['pack', `${name}@${number}`, ...options]))
  const file = join(cache, filename)
  const hash = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (`sha512-${hash}` !== integrity) fail(`${name} ${number} has another checksum than package-lock.json`)
  mkdirSync(folder, { recursive: true })
  execute('tar', ['-xzf', file, '-C', folder, '--strip-components=1'])
  rmSync(file)
}

/** Returns the time of the commit in seconds since 1970; 0 if there is no repository. */
function commitTime() {
  try {
    return execute('git', ['log', '-1', '--format=%ct']).trim()
  } catch {
    return '0'
  }
}

function execute(command, args) {
  return execFileSync(command, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function fail(message) {
  process.stderr.write(`release: ${message}\n`)
  process.exit(1)
}
