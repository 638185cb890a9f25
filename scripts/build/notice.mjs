// Creates the text of NOTICE, which contains the licenses of the packages in a build.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib.mjs'

const read = path => readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')
const rule = '='.repeat(100)
/** Compares texts by code units, independent of the locale. */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
/** The license texts of this package are in scripts/build/licenses. */
const libvipsName = '@img/sharp-libvips-*'

/** The copyright lines of packages that have no license file and no author in their package.json. */
const copyrights = {
  '@iconify-json/lucide': [
    'Copyright (c) for portions of Lucide are held by Cole Bemis 2013-2022 as part of Feather (MIT).',
    'All other copyright (c) for Lucide are held by Lucide Contributors 2022.',
  ].join('\n'),
}

/**
 * Returns the packages with their licenses, sorted by name and version. The folder of each package is looked
 * up in the lock file. With `withBinaries`, the list also contains the packages with sharp's binaries.
 */
function describeAll(packages, { withBinaries }) {
  const lock = Object.entries(JSON.parse(read('package-lock.json')).packages)
  const folderOf = (name, version) => {
    const isFolder = folder => folder.endsWith(`node_modules/${name}`)
    const found = lock.find(([folder, each]) => isFolder(folder) && each.version === version)
    if (!found) throw new Error(`${name} ${version} is not in package-lock.json.`)
    return found[0]
  }
  const described = packages.map(({ name, version }) => describe(name, version, folderOf(name, version)))
  return [...described, ...(withBinaries ? platformPackages(lock) : [])].sort(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  )
}

/**
 * Returns one entry for each package of sharp's binaries. Each of them is a separate npm package for each
 * platform, but the entry is for all platforms.
 */
function platformPackages(lock) {
  const versionOf = prefix => {
    const found = lock.filter(([folder]) => folder.startsWith(`node_modules/${prefix}`))
    const versions = [...new Set(found.map(([, each]) => each.version))]
    if (versions.length !== 1) throw new Error(`${prefix}* has several versions: ${versions}.`)
    return versions[0]
  }
  const libvips = versionOf('@img/sharp-libvips-')
  if (!read('scripts/build/licenses/libvips.txt').includes(` ${libvips},`))
    throw new Error(
      `Update scripts/build/licenses/libvips.txt from the README.md of ${libvipsName} ${libvips}.`,
    )
  const sharp = describe('sharp', versionOf('@img/sharp-linux'), 'node_modules/sharp')
  return [
    { ...sharp, name: '@img/sharp-*' },
    {
      name: libvipsName,
      version: libvips,
      license: 'LGPL-3.0-or-later',
      texts: [],
      source: 'https://github.com/lovell/sharp-libvips',
    },
  ]
}

function describe(name, version, folder) {
  const { license, repository, homepage, author } = JSON.parse(read(`${folder}/package.json`))
  const isLicense = file => /^(?:licen[cs]e|copying|notice)/i.test(file)
  const files = readdirSync(join(root, folder)).filter(isLicense).sort()
  const by = typeof author === 'string' ? author : author?.name
  return {
    name,
    version,
    license,
    source: sourceOf(repository?.url ?? repository) ?? homepage ?? `https://www.npmjs.com/package/${name}`,
    texts: files.map(file => splitText(read(`${folder}/${file}`))),
    copyright: copyrights[name] ?? (by && `Copyright (c) ${by}`),
  }
}

/** Converts the repository in a package.json to its https URL. */
function sourceOf(repository) {
  if (!repository) return undefined
  const address = repository
    .replace(/^git\+/, '')
    .replace(/\.git$/, '')
    .replace(/^git:\/\//, 'https://')
    .replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
  return /^https?:/.test(address) ? address : `https://github.com/${address.replace(/^github:/, '')}`
}

/**
 * Splits a license file into its copyright lines and the rest of its text, because the rest is the same for
 * many packages.
 */
function splitText(file) {
  const lines = file
    .trim()
    .split('\n')
    .map(line => line.trimEnd())
  const isCopyright = (line, index) =>
    /^[\s*]*(?:copyright|\(c\)|©).*(?:\d{4}|\(c\)|©)/i.test(line) ||
    (/^\s*all rights reserved\.?$/i.test(line) && index > 0 && isCopyright(lines[index - 1], index - 1))
  const rest = lines.filter((line, index) => !isCopyright(line, index))
  return {
    copyright: lines
      .filter(isCopyright)
      .map(line => line.trim())
      .join('\n'),
    body: rest
      .join('\n')
      .trim()
      .replace(/\n{3,}/g, '\n\n'),
  }
}

/**
 * Returns a key of a license text. Two texts have the same key if they differ only in their title, white
 * space and quotes.
 */
const keyOf = body =>
  body
    .replace(/^#*\s*(?:the )?(?:mit|isc)(?: licen[cs]e)?(?: \(mit\))?:?\n/i, '')
    .replace(/[\s"'`“”‘’*#]+/g, '')
    .toLowerCase()

/**
 * Groups packages that have the same license text. A package without a license file is added to the largest
 * group with the same license.
 */
function groupByText(listed) {
  const groups = new Map()
  for (const { name, version, license, texts } of listed) {
    for (const { body, copyright } of texts) {
      const group = groups.get(keyOf(body)) ?? { license, body, members: [] }
      group.members.push({ name, version, copyright })
      groups.set(keyOf(body), group)
    }
  }
  const sorted = [...groups.values()].sort(
    (a, b) => b.members.length - a.members.length || compare(a.body, b.body),
  )
  for (const { name, version, license, texts, copyright } of listed) {
    if (texts.length > 0 || name === libvipsName) continue
    const group = sorted.find(each => each.license === license)
    if (!group) throw new Error(`${name} has no license file. Add the text of ${license} to this script.`)
    if (!copyright) throw new Error(`${name} names no author. Add its copyright line to this script.`)
    group.members.push({ name, version, copyright })
  }
  return sorted
}

/**
 * Returns the list of packages as CycloneDX JSON (https://cyclonedx.org/docs/1.6/json/).
 * @param {{ name: string, version: string }[]} packages the packages in the build
 */
export function sbom(packages) {
  const { name, version } = JSON.parse(read('package.json'))
  const components = describeAll(packages, { withBinaries: true }).map(each => ({
    type: 'library',
    name: each.name,
    version: each.version,
    // A name with `*` means one package of each platform.
    ...(!each.name.includes('*') && { purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}` }),
    licenses: [{ expression: each.license }],
    externalReferences: [{ type: 'vcs', url: each.source }],
  }))
  const metadata = { component: { type: 'application', name, version } }
  const content = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Returns a line for each package, and the license texts with the packages that have them. */
function licensesOf(listed) {
  const row = ({ name, version, license, source }) =>
    `${`${name} ${version}`.padEnd(44)} ${license.padEnd(18)} ${source}`
  const member = ({ name, version, copyright }) =>
    [
      `${name} ${version}`,
      ...copyright
        .split('\n')
        .filter(Boolean)
        .map(line => `  ${line}`),
    ].join('\n')
  const group = ({ license, body, members }) =>
    `${rule}\n${license}\n${rule}\n\n${members.map(member).join('\n')}\n\n${body}\n`
  return { rows: listed.map(row), texts: groupByText(listed).map(group) }
}

/**
 * Returns the content of NOTICE in the package of the command line.
 * @param {{ name: string, version: string }[]} packages the packages in the command line
 */
export function noticeOfCli(packages) {
  const { rows, texts } = licensesOf(describeAll(packages, { withBinaries: false }))
  const intro = 'Unchanged code of these packages is in the .mjs files, under their own licenses.'
  return [intro, '', ...rows, '', ...texts].join('\n')
}

/**
 * Returns the content of NOTICE in the build of the server.
 * @param {{ name: string, version: string }[]} packages the packages in the build
 */
export function notice(packages) {
  const { rows, texts } = licensesOf(describeAll(packages, { withBinaries: true }))
  return [
    'Exhibit is under the MIT license, see LICENSE. Its build contains code, fonts and binaries of the',
    'packages below, under their own licenses. Generated by the build.',
    '',
    ...rows,
    '',
    'better-sqlite3 contains SQLite (https://sqlite.org), which is in the public domain.',
    'mediabunny is used unchanged: its source code under the MPL-2.0 is at the address above.',
    '',
    ...texts,
    `${rule}\nLGPL-3.0-or-later: ${libvipsName}\n${rule}\n`,
    read('scripts/build/licenses/libvips.txt'),
    read('scripts/build/licenses/lgpl-3.0.txt').trimEnd(),
    '',
    read('scripts/build/licenses/gpl-3.0.txt').trimEnd(),
    '',
  ].join('\n')
}
