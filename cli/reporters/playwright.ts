import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { checkOptions, type CheckedOptions } from './check-options'
import type { ReporterOptions } from '../package/options'
import { sendEvidence } from './send'
import { errorLine, EVIDENCE, mayBeEvidence, withSlashes, type TestEvidence } from './test-evidence'

/**
 * Sends attachments of Playwright tests to the review of the change. It sends attachments named `exhibit` or
 * `exhibit: NAME`, and all images and videos of a test with the annotation `exhibit`. With the option `all`,
 * it sends the images and videos of every test.
 */
export default class ExhibitReporter implements Reporter {
  readonly #options: CheckedOptions
  readonly #tests = new Map<string, TestEvidence>()

  constructor(options: ReporterOptions = {}) {
    this.#options = checkOptions(options)
  }

  /** Returns false, so that Playwright adds its own terminal reporter. */
  printsToStdio() {
    return false
  }

  /** Called after each attempt of a test. Only the attachments of the last attempt are sent. */
  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === 'skipped' || result.status === 'interrupted') return
    this.#tests.set(test.id, evidenceOf(test, result, this.#options.all === true))
  }

  async onEnd({ status }: FullResult): Promise<{ status: 'failed' } | undefined> {
    if (status === 'interrupted') return undefined
    const isDone = await sendEvidence([...this.#tests.values()], this.#options)
    return isDone || !this.#options.strict ? undefined : { status: 'failed' }
  }
}

/** Matches the name of an attachment that is evidence. The capture group is the name of the evidence. */
const markedName = new RegExp(`^${EVIDENCE}(?:: *(.*))?$`)

function evidenceOf(test: TestCase, result: TestResult, all: boolean): TestEvidence {
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
    attachments: result.attachments.flatMap(({ name, contentType, path, body }) => {
      const marked = markedName.exec(name)
      if (!marked && !(sendsAll && mayBeEvidence(contentType))) return []
      return [{ name: marked ? (marked[1] ?? '') : name, path, body }]
    }),
  }
}

/** Returns the viewport that the configuration sets for the project of a test. */
function configuredViewport(test: TestCase): string | undefined {
  const { viewport, deviceScaleFactor } = test.parent.project()?.use ?? {}
  if (!viewport) return undefined
  return `${viewport.width}x${viewport.height}${deviceScaleFactor ? `@${deviceScaleFactor}` : ''}`
}
