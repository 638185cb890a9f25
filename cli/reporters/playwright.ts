import { basename, dirname } from 'node:path'
import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import type { RevisionContext } from '#shared/contract/context'
import { relativeSources, type SourceFolders } from '../capture/source-paths'
import { repositoryFiles, repositoryFolder } from '../change/git'
import { checkOptions, type CheckedOptions } from './check-options'
import type { ReporterOptions } from '../package/options'
import { sendEvidence } from './send'
import {
  CONTEXT,
  errorLine,
  evidenceName,
  EVENTS,
  EVIDENCE,
  mayBeEvidence,
  withSlashes,
  type Attachment,
  type RecordedPage,
  type TestEvidence,
} from './test-evidence'
import { videoContext } from './video-events'

/**
 * Sends attachments of Playwright tests to the review of the change. It sends attachments named `exhibit` or
 * `exhibit: NAME`, and all images and videos of a test with the annotation `exhibit`. With the option `all`,
 * it sends the images and videos of every test.
 */
export default class ExhibitReporter implements Reporter {
  readonly #options: CheckedOptions
  readonly #tests = new Map<string, { test: TestCase; result: TestResult }>()
  #folder = process.cwd()

  constructor(options: ReporterOptions = {}) {
    this.#options = checkOptions(options)
  }

  /** Returns false, so that Playwright adds its own terminal reporter. */
  printsToStdio() {
    return false
  }

  onBegin({ configFile }: FullConfig) {
    if (configFile !== undefined) this.#folder = dirname(configFile)
  }

  /** Called after each attempt of a test. Only the attachments of the last attempt are sent. */
  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === 'skipped' || result.status === 'interrupted') return
    this.#tests.set(test.id, { test, result })
  }

  async onEnd({ status }: FullResult): Promise<{ status: 'failed' } | undefined> {
    if (status === 'interrupted') return undefined
    const folder = this.#folder
    const root = (await repositoryFolder()) ?? folder
    const folders = { root, folder, files: await repositoryFiles(root) }
    const evidence = [...this.#tests.values()].map(({ test, result }) =>
      evidenceOf(test, result, folders, this.#options.all === true),
    )
    const isDone = await sendEvidence(evidence, this.#options)
    return isDone || !this.#options.strict ? undefined : { status: 'failed' }
  }
}

function evidenceOf(test: TestCase, result: TestResult, folders: SourceFolders, all: boolean): TestEvidence {
  const [, project = '', file = '', ...titles] = test.titlePath()
  const annotated = (type: string) => test.annotations.findLast(each => each.type === type)
  const sendsAll = all || annotated(EVIDENCE) !== undefined
  const hasFailed = result.status !== test.expectedStatus
  return {
    titles,
    file: withSlashes(file),
    project,
    error: hasFailed ? errorLine(result.error?.message ?? result.status) : null,
    route: annotated(`${EVIDENCE}:route`)?.description,
    viewport: annotated(`${EVIDENCE}:viewport`)?.description ?? configuredViewport(test),
    attachments: result.attachments.flatMap(attachment => {
      const { name, contentType, path, body } = attachment
      const marked = evidenceName(name)
      if (marked === null && !(sendsAll && mayBeEvidence(contentType))) return []
      return [{ name: marked ?? name, path, body, context: contextOf(result, attachment, folders) }]
    }),
  }
}

type ResultAttachment = TestResult['attachments'][number]

/**
 * Returns the function that reads the context of an attachment. For a picture, this is the context that
 * `capture` attached with it. For a video of Playwright, it is made of the steps of the test and the events
 * of the recorded page.
 */
function contextOf(
  result: TestResult,
  { name, path }: ResultAttachment,
  folders: SourceFolders,
): Attachment['context'] {
  const video = name === 'video' ? videoName.exec(basename(path ?? '')) : null
  if (video) {
    const pages = readJson<RecordedPage[]>(result, EVENTS) ?? []
    return durationMs => videoContext(result, pages, Number(video[1] ?? 0), durationMs)
  }
  return () => {
    const context = readJson<RevisionContext>(result, name.replace(EVIDENCE, CONTEXT))
    return context && relativeSources(context, folders)
  }
}

/** Matches the names of the videos of a test. The capture group is the number of the page. */
const videoName = /^video(?:-(\d+))?\.webm$/

/** Returns the JSON of the last attachment with a name; null if there is none. */
function readJson<T>({ attachments }: TestResult, name: string): T | null {
  const found = attachments.findLast(each => each.name === name)
  try {
    return JSON.parse(found?.body?.toString() ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Returns the viewport that the configuration sets for the project of a test. */
function configuredViewport(test: TestCase): string | undefined {
  const { viewport, deviceScaleFactor } = test.parent.project()?.use ?? {}
  if (!viewport) return undefined
  return `${viewport.width}x${viewport.height}${deviceScaleFactor ? `@${deviceScaleFactor}` : ''}`
}
