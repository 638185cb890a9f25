import { exitCodes } from './exit-codes'
import { packageInfo, packageSpec } from './package-info'

/**
 * Returns whether this version of Node.js can run the commands. If not, prints an error (on one line, or as
 * JSON with `--json`) and sets the exit code.
 */
export function checkNode(isJson: boolean): boolean {
  const { engines, exhibit } = packageInfo()
  const { node } = process.versions
  const required = engines.node.replace(/^>=/, '')
  if (isAtLeast(node, required)) return true
  const error = {
    code: 'old_node',
    message: `Exhibit's command line needs Node.js ${required} or later; you have ${node}.`,
    hint:
      `Run it with a newer one from npm: npx --yes -p node@24 -p ${packageSpec()} exhibit, with the same ` +
      `arguments. Or use plain HTTP: ${exhibit?.server ?? 'https://YOUR-SERVER'}/skill/references/http.md`,
    field: null,
    exitCode: exitCodes.oldNode,
  }
  if (isJson) process.stdout.write(`${JSON.stringify({ error })}\n`)
  else process.stderr.write(`exhibit: ${error.message} ${error.hint}\n`)
  process.exitCode = error.exitCode
  return false
}

function isAtLeast(version: string, required: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [requiredMajor = 0, requiredMinor = 0] = required.split('.').map(Number)
  return major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)
}
