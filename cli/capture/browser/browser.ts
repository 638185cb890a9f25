import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../failure'
import type { Cleanup } from '../cleanup'
import { connect, type CallLimit, type Connection, type Session } from './cdp'

/** The connection to an open tab. */
type OpenTab = Session & { close: () => Promise<void> }

/** A running browser without windows. */
export interface Browser {
  /** Opens a tab with its own cookies and storage. Its calls have the given time limit, by default 30 s. */
  newTab: (size: { width: number; height: number }, limit?: CallLimit) => Promise<OpenTab>
  /**
   * Returns the tab that the browser opens when it starts. Programs that connect to the browser see it as the
   * first tab.
   */
  firstTab: (limit?: CallLimit) => Promise<OpenTab>
  /** Returns the address at which Playwright can connect. Only with `port`. */
  endpoint: () => Promise<string>
}

const START_MS = 30_000
/** The time in milliseconds that the browser may take to exit before it is killed. */
const END_MS = 3000

const switches = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-sync',
  '--disable-features=Translate,MediaRouter,OptimizationHints,HttpsUpgrades',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--hide-scrollbars',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
]

/**
 * Starts a browser with an empty profile. The profile is removed when the command ends. The sandbox of the
 * browser is on if the system permits it. Throws a failure if the browser cannot start. With `port`, other
 * programs can connect to the browser.
 */
export async function launchBrowser(
  executable: string,
  cleanup: Cleanup,
  { port = false }: { port?: boolean } = {},
): Promise<Browser> {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  const first = await start(executable, cleanup, { port, sandbox: !isRoot })
  if ('connection' in first) return browserOf(first)
  // Containers and some distributions do not permit the sandbox of the browser.
  const second = /sandbox/i.test(first.reason)
    ? await start(executable, cleanup, { port, sandbox: false })
    : first
  if ('connection' in second) return browserOf(second)
  throw new Failure(
    'no_browser',
    `The browser "${executable}" did not start${second.reason ? `: ${second.reason}` : ''}.`,
    'Set CHROME_PATH to another Chrome or Chromium.',
  )
}

interface Started {
  connection: Connection
  profile: string
}

async function start(
  executable: string,
  cleanup: Cleanup,
  { port, sandbox }: { port: boolean; sandbox: boolean },
): Promise<Started | { reason: string }> {
  const profile = await mkdtemp(join(tmpdir(), 'exhibit-browser-'))
  // Helper processes of a killed browser may write for some seconds, so that the folder is not empty yet.
  cleanup.add(() => rm(profile, { recursive: true, force: true, maxRetries: 20 }))
  const options = [
    ...switches,
    `--user-data-dir=${profile}`,
    ...(sandbox ? [] : ['--no-sandbox']),
    ...(port ? ['--remote-debugging-port=0'] : []),
  ]
  const child = spawn(executable, [...options, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => (printed = `${printed}${chunk.toString()}`.slice(-20_000)))
  const connection = connect(child.stdio[4] as Readable, child.stdio[3] as Writable)
  const ended = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('exit', () => resolve(reasonIn(printed)))
  })
  void ended.then(() => connection.close(new Failure('no_browser', 'The browser ended.', 'Run it again.')))
  cleanup.add(() => stop(child, connection, ended))
  const started = await Promise.race([
    connection.send('Browser.getVersion').then(
      () => null,
      () => ended,
    ),
    ended,
    sleep(START_MS, 'it did not respond', { ref: false }),
  ])
  return started === null ? { connection, profile } : { reason: started }
}

/** Returns the line of the output that says why the browser ended. */
function reasonIn(printed: string): string {
  const lines = printed.split('\n').map(line => line.replace(/^\[[^\]]*\]\s*/, '').trim())
  const reason = lines.find(line => /sandbox|error|fatal|cannot|missing/i.test(line)) ?? lines.find(Boolean)
  return (reason ?? '').replace(/\.$/, '')
}

async function stop(child: ChildProcess, connection: Connection, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  void connection.send('Browser.close').catch(() => {})
  const isEnded = await Promise.race([ended.then(() => true), sleep(END_MS, false, { ref: false })])
  if (!isEnded) child.kill('SIGKILL')
  await ended
}

function browserOf({ connection, profile }: Started): Browser {
  const attach = async (targetId: string, limit?: CallLimit): Promise<Session> => {
    const { sessionId } = await connection.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    return connection.session(sessionId, limit)
  }
  return {
    async firstTab(limit) {
      const { targetInfos } = await connection.send<{ targetInfos: { type: string; targetId: string }[] }>(
        'Target.getTargets',
      )
      const targetId = targetInfos.find(each => each.type === 'page')?.targetId ?? ''
      const close = async () => {
        await connection.send('Target.closeTarget', { targetId })
      }
      return { ...(await attach(targetId, limit)), close }
    },
    async newTab({ width, height }, limit) {
      const { browserContextId } = await connection.send<{ browserContextId: string }>(
        'Target.createBrowserContext',
        { disposeOnDetach: true },
      )
      const { targetId } = await connection.send<{ targetId: string }>('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
        width,
        height,
      })
      const close = async () => {
        await connection.send('Target.disposeBrowserContext', { browserContextId })
      }
      return { ...(await attach(targetId, limit)), close }
    },
    async endpoint() {
      const [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
      return `http://127.0.0.1:${port}`
    },
  }
}
