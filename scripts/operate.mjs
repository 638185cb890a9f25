// npm run backup, restore, doctor, move and admin: runs the operator's commands of the built server, with the
// same settings as npm start.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, env, install, root } from './lib.mjs'

const entry = join(root, '.output/server/operate.mjs')
// Uses an existing build even if it is out of date, because a server may be running from it.
if (!existsSync(entry)) {
  await install()
  await build()
}
const command = spawn('node', [entry, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, NODE_ENV: 'production' },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => command.kill(signal))
command.on('exit', code => process.exit(code ?? 1))
