import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { baseEnvironment, collectOutput } from '../../support/server/child-process'
import { freePort } from '../../support/deployment/free-port'
import { pinServer } from './load'

/** A simpler server to compare with: it sends the same responses as the measured server. */
export interface Reference {
  url: string
  /** The id of the server process. */
  pid: number
  stop: () => Promise<void>
}

/** Starts a script of tests/bench/references. The script prints its port when it is ready. */
export async function startReference(
  name: 'raw' | 'sirv',
  environment: Record<string, string>,
): Promise<Reference> {
  const script = fileURLToPath(new URL(`../references/${name}.mjs`, import.meta.url))
  const child = spawn(process.execPath, [script], {
    env: { ...baseEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The reference ${name} ended with ${code}.`)
    }),
  ])) as [Buffer]
  return pinned(child, `http://127.0.0.1:${port.toString().trim()}`)
}

/**
 * Starts nginx with `sendfile`, which serves the files of a folder. Returns null if nginx is not installed.
 */
export async function startNginx(folder: string, state: string): Promise<Reference | null> {
  if (spawnSync('which', ['nginx']).status !== 0) return null
  await mkdir(state, { recursive: true })
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${state}/${name};`)
    .join(' ')
  const file = join(state, 'nginx.conf')
  await writeFile(
    file,
    `user root; daemon off; worker_processes 1; pid ${state}/pid; error_log stderr;
     events { worker_connections 1024; }
     http {
       access_log off; sendfile on; tcp_nopush on; open_file_cache max=1000; keepalive_requests 1000000;
       ${temporary}
       server { listen 127.0.0.1:${port}; root ${folder}; }
     }`,
  )
  const child = spawn('nginx', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const url = `http://127.0.0.1:${port}`
  await untilListening(child, url)
  const worker = Number(spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout)
  pinServer(worker)
  return { ...pinned(child, url), pid: worker }
}

/** Builds and starts the minimal Nuxt page. */
export async function startBarePage(): Promise<Reference> {
  const folder = fileURLToPath(new URL('../references/bare-page', import.meta.url))
  const build = spawn('nuxt', ['build', folder, '--logLevel', 'silent'], { stdio: 'pipe' })
  const output = collectOutput(build)
  const [code] = (await once(build, 'close')) as [number | null]
  if (code !== 0) throw new Error(`building the bare page ended with ${code}:\n${output.all}`)
  const port = await freePort()
  const child = spawn(process.execPath, [join(folder, '.output/server/index.mjs')], {
    env: { ...baseEnvironment, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilListening(child, url)
  return pinned(child, url)
}

/** Waits until a server responds. Throws an error with the server's output if the process ends before. */
async function untilListening(child: ChildProcess, url: string): Promise<void> {
  const output = collectOutput(child)
  while (!(await fetch(url).catch(() => null)))
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended:\n${output.all}`)
    else await new Promise(resolve => setTimeout(resolve, 50))
}

/** Pins a reference server to the same processor as the measured server. */
function pinned(child: ChildProcess, url: string): Reference {
  const pid = child.pid ?? 0
  pinServer(pid)
  return {
    url,
    pid,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
