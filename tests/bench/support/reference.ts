import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { baseEnvironment, collectOutput } from '../../support/child-process'
import { freePort } from '../../support/deployment/free-port'
import { pinServer } from './load'

/** A server that does the same as the measured one, with less. */
export interface Reference {
  url: string
  pid: number
  stop: () => Promise<void>
}

/** Starts a script of tests/bench/references, which writes its port when it is ready. */
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
  pinServer(child.pid ?? 0)
  return {
    url: `http://127.0.0.1:${port.toString().trim()}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Starts nginx with `sendfile` on the files of a folder. Returns null where nginx is not installed. */
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
  const output = collectOutput(child)
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null)))
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}:\n${output.all}`)
    else await new Promise(resolve => setTimeout(resolve, 50))
  const workers = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout
  for (const pid of [child.pid, ...workers.split('\n')]) if (pid) pinServer(Number(pid))
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
