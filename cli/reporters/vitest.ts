import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import { checkOptions, type CheckedOptions } from './check-options'
import type { ReporterOptions } from '../package/options'
import { sendEvidence } from './send'
import {
  errorLine,
  EVIDENCE,
  evidenceName,
  mayBeEvidence,
  withSlashes,
  type TestEvidence,
} from './test-evidence'

/**
 * Sends attachments of Vitest tests to the review of the change. It sends the attachments of annotations with
 * the type `exhibit`, or with a message such as `exhibit: NAME`. With the option `all`, it also sends the
 * images and videos of every other annotation.
 */
export default class ExhibitReporter implements Reporter {
  readonly #options: CheckedOptions
  #isWatching = false

  constructor(options: ReporterOptions = {}) {
    this.#options = checkOptions(options)
  }

  onInit({ config }: Vitest) {
    this.#isWatching = config.watch
  }

  async onTestRunEnd(modules: readonly TestModule[]) {
    if (this.#isWatching) return
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const evidence = tests.map(test => evidenceOf(test, this.#options.all === true))
    const isDone = await sendEvidence(evidence, this.#options)
    if (!isDone && this.#options.strict) process.exitCode = 1
  }
}

function evidenceOf(test: TestCase, all: boolean): TestEvidence {
  const { state, errors } = test.result()
  const annotations = test.annotations()
  const annotated = (type: string) => annotations.findLast(each => each.type === type)?.message
  return {
    titles: titlesOf(test),
    file: withSlashes(relative(test.project.config.root, test.module.moduleId)),
    project: test.project.name,
    error: state === 'failed' ? errorLine(errors[0]?.message) : null,
    route: annotated(`${EVIDENCE}:route`),
    viewport: annotated(`${EVIDENCE}:viewport`),
    attachments: annotations.flatMap(({ type, message, attachment }) => {
      if (!attachment) return []
      const { contentType, path, body, bodyEncoding = 'base64' } = attachment
      const marked = evidenceName(message)
      if (marked === null && type !== EVIDENCE && !(all && mayBeEvidence(contentType))) return []
      const bytes = typeof body === 'string' ? Buffer.from(body, bodyEncoding) : body
      return [{ name: marked ?? message, path, body: bytes }]
    }),
  }
}

function titlesOf(test: TestCase | TestSuite): string[] {
  const { parent } = test
  return [...(parent.type === 'module' ? [] : titlesOf(parent)), test.name]
}
