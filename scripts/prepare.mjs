// For hosted CI: installs the packages and, with the argument `build`, builds the server. Skips what is up to
// date. With `build-id`, only prints the id of the build, as an output of a step.
import { build, buildId, install } from './lib.mjs'

if (process.argv.includes('build-id')) {
  process.stdout.write(`id=${buildId()}\n`)
} else {
  await install()
  if (process.argv.includes('build')) await build()
}
