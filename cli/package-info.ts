import { readFileSync } from 'node:fs'

/** The fields of the package.json of this build. */
interface PackageInfo {
  name: string
  version: string
  engines: { node: string }
  /** The server that served the package; undefined for a package from a registry. */
  exhibit?: { server: string; commit: string | null }
}

/** Reads the package.json in the folder of this file. */
export const packageInfo = (): PackageInfo =>
  JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as PackageInfo

/** Returns the version of this build. */
export const version = (): string => packageInfo().version

/** Returns the version of this build and, if it is known, the commit from which it was made. */
export function describeBuild(): string {
  const { version: number, exhibit } = packageInfo()
  return exhibit?.commit ? `${number} (commit ${exhibit.commit})` : number
}

/**
 * Returns the command that starts this program in a shell. If npx runs the program, this is the whole `npx`
 * command, since there is no command `exhibit`.
 */
export function programName(): string {
  if (process.env.npm_command !== 'exec') return 'exhibit'
  return `npx --yes ${packageSpec()}`
}

/**
 * Returns the specifier with which npm installs this package: its URL on the server that served it, or else
 * its name.
 */
export function packageSpec(): string {
  const { name, version: number, exhibit } = packageInfo()
  return exhibit ? `${exhibit.server}/cli-${number.replace('+', '-')}.tgz` : name
}
