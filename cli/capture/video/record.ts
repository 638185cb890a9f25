import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RevisionContext } from '#shared/contract/context'
import { readEvidence, readPoster, type Evidence } from '../../push/evidence'
import { writeFileAtomically } from '../../write-file-atomically'
import type { Browser } from '../browser/browser'
import { openTab, type TabTimes } from '../browser/tab'
import type { Cleanup } from '../cleanup'
import { encodeVideo } from './encode'
import { recordEvents } from './events'
import { startScreencast } from './screencast'
import { runScript, type Script } from './script'

/** The page to record, and the options of its video. */
export interface Recording {
  url: string
  title: string
  /** The name of the video file without its extension. */
  name: string
  width: number
  height: number
  isDark: boolean
  script: Script
}

/** How long the last frame is shown in milliseconds, so that the result of the script can be seen. */
const LAST_MS = 800

/**
 * Records a page while a script uses it. The video begins when the page is loaded. Returns the video as
 * evidence, with its first frame as poster and with the events of the page. Throws a failure if the page
 * cannot be loaded, or if the script fails.
 */
export async function record(
  { url, title, name, width, height, isDark, script }: Recording,
  {
    browser,
    folder,
    times,
    cleanup,
  }: { browser: Browser; folder: string; times: TabTimes; cleanup: Cleanup },
): Promise<Evidence> {
  await mkdir(folder, { recursive: true })
  const tab = await openTab(browser, { width, height, scale: 1, isDark, hasMotion: true }, times)
  const events = await recordEvents(tab.session)
  await tab.open(url)
  await tab.idle()
  const posterPath = join(folder, `${name}.png`)
  await writeFileAtomically(posterPath, await tab.snapshot())
  const screencast = await startScreencast(tab.session, { width, height, cleanup })
  await runScript(script, { browser, tab, url, times })
  await tab.idle()
  await sleep(LAST_MS)
  const { page } = await tab.context(false)
  const taken = await screencast.stop()
  await tab.close()
  const path = join(folder, `${name}.webm`)
  await encodeVideo(browser, taken, { width, height, path })
  const start = taken.frames[0]?.at ?? taken.end
  const context: RevisionContext = {
    page,
    elements: [],
    events: events.since(start).filter(each => each.ms <= taken.end - start),
    aria: null,
  }
  const evidence = await readEvidence({ name: `${name}.webm`, path, title })
  return { ...evidence, poster: await readPoster(posterPath), context: JSON.stringify(context) }
}
