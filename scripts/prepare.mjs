// For hosted CI: installs the packages and, with the argument `build`, builds the server. Skips what is up to
// date.
import { build, install } from './lib.mjs'

await install()
if (process.argv.includes('build')) await build()
