// npm start: installs, builds, migrates and starts the server. Skips each step that is up to date.
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { build, env, install, root, say } from './lib.mjs'

await install()
await build()
// .env is read here only for the port in the message below. The server reads it by itself.
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
say(`serve: http://localhost:${process.env.PORT ?? 3000} (migrations are applied first; stop with Ctrl+C)`)
const server = spawn('node', [join(root, '.output/server/index.mjs')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, NODE_ENV: 'production' },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', code => process.exit(code ?? 0))
