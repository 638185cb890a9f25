// npm run build: builds the server and the dashboard into .output, whether or not a build is up to date.
import { buildWith, env, run } from './lib.mjs'

await buildWith((command, args, more) => run(command, args, { env: { ...env, ...more } }))
