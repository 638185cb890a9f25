import { readFileSync } from 'node:fs'

/** Returns the version of this build, which its package.json states. */
export const version = (): string =>
  (JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }).version
