// npm start: install, build, migrate and serve, each skipped when it is up to date.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { build, env, install, root, say } from './lib.mjs'

await install()
await build()
const envFile = join(root, '.env')
say(`serve: http://localhost:${process.env.PORT ?? 3000} (migrations are applied first; stop with Ctrl+C)`)
const server = spawn(
  'node',
  [...(existsSync(envFile) ? [`--env-file=${envFile}`] : []), join(root, '.output/server/index.mjs')],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, NODE_ENV: 'production' },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', code => process.exit(code ?? 0))
