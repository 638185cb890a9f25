// Installs the packages, and with `build` builds the server, where they are out of date: for hosted CI.
import { build, install } from './lib.mjs'

await install()
if (process.argv.includes('build')) await build()
