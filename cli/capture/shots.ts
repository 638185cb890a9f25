import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { readEvidence, type Evidence } from '../push/evidence'
import { writeFileAtomically } from '../write-file-atomically'
import type { RevisionContext } from '#shared/contract/context'
import type { Browser } from './browser/browser'
import { openTab, type TabTimes } from './browser/tab'
import type { Shot, Step } from './plan-shots'
import { relativeSources, type SourceFolders } from './source-paths'

/**
 * The codes of warnings about a captured page: its HTTP status is an error, or its source code is not in this
 * repository.
 */
export type CaptureWarning = 'page_status' | 'foreign_source'

/** The objects and options that are needed to take pictures. */
interface Camera {
  browser: Browser
  /** The folder in which the pictures are stored. */
  folder: string
  sources: SourceFolders | null
  times: TabTimes
  steps: Step[]
  isFull: boolean
  /** Returns the address of a URL, with the port of its server. */
  address: (url: string) => string
  /** Is called with a warning about a captured page. */
  onWarning: (code: CaptureWarning, text: string) => void
}

/**
 * The maximum number of tabs that are open at the same time, because development servers are slow with many
 * requests.
 */
const TABS = 3

/**
 * Takes pictures, each in a new tab without cookies. Returns the pictures as evidence in the same order, with
 * the contexts of their pages. Throws a failure for the first page that cannot be captured.
 */
export async function takeShots(shots: Shot[], camera: Camera): Promise<Evidence[]> {
  await mkdir(camera.folder, { recursive: true })
  const limit = pLimit(TABS)
  return Promise.all(shots.map(async each => limit(async () => takeShot(each, camera))))
}

async function takeShot(shot: Shot, camera: Camera): Promise<Evidence> {
  const { browser, folder, sources, times, steps, isFull, address, onWarning } = camera
  const tab = await openTab(browser, shot, times)
  const url = address(shot.url)
  const status = await tab.open(url)
  if (status >= 400) onWarning('page_status', `${url} responded with status ${status}.`)
  await tab.settle()
  for (const { kind, selector } of steps) {
    await (kind === 'click' ? tab.click(selector) : tab.waitFor(selector))
    await tab.settle()
  }
  const path = join(folder, shot.file)
  await writeFileAtomically(path, await tab.picture(isFull))
  const context = await tab.context(isFull)
  await tab.close()
  const own = sources ? relativeSources(context, sources) : withoutSources(context)
  if (statesSources(context) && !statesSources(own)) onWarning('foreign_source', foreignSource(url))
  const evidence = await readEvidence({ name: shot.file, path, title: shot.title })
  return { ...evidence, context: JSON.stringify(own) }
}

const statesSources = ({ elements }: RevisionContext) => elements.some(each => each.source !== null)

const foreignSource = (url: string) =>
  `${url} says where its code is, but the repository of this folder has no such files, so comments will ` +
  'not state the line. Run this in the repository of the page.'

const withoutSources = <T extends { elements: { source: string | null }[] }>(context: T): T => ({
  ...context,
  elements: context.elements.map(each => ({ ...each, source: null })),
})
