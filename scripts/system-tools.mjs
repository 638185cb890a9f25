// Finds and installs system programs that the tests need.
import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env, run, say } from './lib.mjs'

/** Returns the path of a program on PATH; undefined if there is none. */
export function onPath(name) {
  return env.PATH.split(delimiter)
    .map(folder => join(folder, name))
    .find(path => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/**
 * Installs the Debian package of a program and returns the path of the program; undefined if that is not
 * possible.
 */
export async function installFromDebian(name) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return undefined
  say(`${name}: installing Debian's (about a minute)`)
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    await run('apt-get', ['install', '-y', '-qq', name], { stdio: ['ignore', 'ignore', 'inherit'] })
  } catch {
    return undefined
  }
  return onPath(name)
}

/** Installs jq if it is missing. Tests run the commands of the README and the quickstart, which use jq. */
export async function requireJq() {
  if (onPath('jq') ?? (await installFromDebian('jq'))) return
  throw new Error('The tests run shell commands with jq: install jq.')
}
