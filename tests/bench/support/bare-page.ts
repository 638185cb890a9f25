import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { baseEnvironment, collectOutput } from '../../support/child-process'
import { freePort } from '../../support/deployment/free-port'
import { pinServer } from './load'
import type { Reference } from './reference'

const folder = fileURLToPath(new URL('../references/bare-page', import.meta.url))

/** Builds and starts the least that a page of Nuxt is. */
export async function startBarePage(): Promise<Reference> {
  const build = spawn('nuxt', ['build', folder, '--logLevel', 'silent'], { stdio: 'pipe' })
  const output = collectOutput(build)
  const [code] = (await once(build, 'close')) as [number | null]
  if (code !== 0) throw new Error(`building the bare page ended with ${code}:\n${output.all}`)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(folder, '.output/server/index.mjs')], {
    env: { ...baseEnvironment, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  })
  while (!(await fetch(url).catch(() => null))) await new Promise(resolve => setTimeout(resolve, 50))
  pinServer(child.pid ?? 0)
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
