// For hosted CI: installs the packages and, with the argument `build`, builds the server. Skips whatever is
// up to date. With the argument `build-id`, only prints the id of the build, in the format of an output of a
// CI step.
import { build, buildId, install } from './lib.mjs'

if (process.argv.includes('build-id')) {
  process.stdout.write(`id=${buildId()}\n`)
} else {
  await install()
  if (process.argv.includes('build')) await build()
}
