// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- The file only declares a module.
/// <reference path="./cli-package-files.d.ts" />
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { createTar } from 'nanotar'
import { commit } from '~~/server/process/version'
import { settings } from '~~/server/settings'
import { cliVersion } from './server-info'

/** The files of the npm package, as stored in the build. */
interface CliPackageFiles {
  /** `cli/package.json` */
  description: Record<string, unknown>
  /** The contents of all files except `package.json`, by file name. */
  files: Record<string, string>
}

/** The entry point that npx runs. */
const EXECUTABLE = 'exhibit.mjs'

/**
 * Packs the npm package of the command line. Its `package.json` contains the URL of this server, so that the
 * command line uses this server, and the commit of its build.
 */
export async function packCli(): Promise<Buffer> {
  const { description, files } = await readFiles()
  const { number, hash } = cliVersion()
  // npm ignores the part after the plus sign when it publishes and compares versions.
  const version = `${number}+${hash}`
  const packageJson = { ...description, version, exhibit: { server: settings().publicUrl, commit } }
  const entries = { 'package.json': `${JSON.stringify(packageJson, null, 2)}\n`, ...files }
  const tar = createTar(
    Object.entries(entries).map(([name, data]) => ({
      name: `package/${name}`,
      data,
      attrs: { mode: name === EXECUTABLE ? '755' : '644', mtime: 0, uid: 0, gid: 0 },
    })),
  )
  return promisify(gzip)(tar)
}

/**
 * Reads the files of the package. They are loaded only when they are needed: if they were loaded when the
 * server starts, they would stay in memory.
 */
async function readFiles(): Promise<CliPackageFiles> {
  const { encoded } = await import('#cli-package')
  const content = await promisify(gunzip)(Buffer.from(encoded, 'base64'))
  return JSON.parse(content.toString()) as CliPackageFiles
}
