import type { TestResult, TestStep } from '@playwright/test/reporter'
import type { ContextEvent, RevisionContext } from '#shared/contract/context'
import { limits } from '#shared/contract/kit/limits'
import { onOneLine } from '#shared/text/printable'
import { errorLine, errorText, type CollectedEvent, type RecordedPage } from './test-evidence'

/** An event with its time in epoch milliseconds. */
type DatedEvent = CollectedEvent & { kind: ContextEvent['kind'] }

/**
 * Returns the events in a video of a test: its steps and errors, and the events that the `test` of
 * `exhibit-cli/playwright-test` collected from the page. `index` is the number of the page among the recorded
 * pages of the test. Returns null if the start time of the video is unknown.
 */
export function videoContext(
  result: TestResult,
  pages: readonly RecordedPage[],
  index: number,
  durationMs: number | undefined,
): RevisionContext | null {
  const start = pages[index]?.startedAt ?? startOf(result, index, durationMs)
  if (start === null) return null
  const dated = [...stepEvents(result.steps), ...errorEvents(result), ...(pages[index]?.events ?? [])]
  const events = dated.map(({ at, kind, level, text, detail }): ContextEvent => {
    const ms = Math.min(Math.max(0, Math.round(at - start)), durationMs ?? Infinity)
    const line = onOneLine(text).slice(0, limits.contextEventText)
    return { ms, kind, level, text: line, detail: detail?.slice(0, limits.contextEventDetail) ?? null }
  })
  const shown = mostImportant(events.filter(each => each.text !== ''))
  return shown.length === 0 ? null : { page: null, elements: [], events: shown, aria: null }
}

/**
 * Returns the start time of a video, estimated from the steps of the test. A video begins with the first
 * frame that the page painted. So the start is the creation of the page, or a later time if the video is too
 * short to have begun then.
 */
function startOf({ steps }: TestResult, index: number, durationMs = Infinity): number | null {
  const all = steps.flatMap(withSteps)
  const created = all.filter(each => each.title === 'Create page')[index]
  if (!created) return null
  const closed = all.findLast(each => each.title === 'Close context')
  const latest = closed ? closed.startTime.getTime() - durationMs : -Infinity
  return Math.max(created.startTime.getTime() + created.duration, latest)
}

const withSteps = (step: TestStep): TestStep[] => [step, ...step.steps.flatMap(withSteps)]

/** Returns the steps of the test and of its hooks. Steps of fixtures and attachments are left out. */
function stepEvents(steps: readonly TestStep[]): DatedEvent[] {
  return steps.flatMap((step): DatedEvent[] => {
    const { category, startTime, error, steps: inner } = step
    if (category === 'fixture' || category === 'test.attach') return []
    if (category === 'hook') return stepEvents(inner)
    const kind = category === 'test.step' ? 'chapter' : 'action'
    const level = error ? 'error' : 'info'
    return [{ at: startTime.getTime(), kind, level, text: textOf(step), detail: null }, ...stepEvents(inner)]
  })
}

/**
 * Returns the text of a step, such as `Click getByRole('button')`. Leaves out text that a test typed, which
 * may be a password, and the query of an address, which may contain a token.
 */
function textOf({ category, title, subtitle = '' }: TestStep): string {
  if (category !== 'pw:api') return title
  const text = `${title.replace(/^(Fill|Type|Insert) ".*"/s, '$1')} ${subtitle}`.trim()
  return text.startsWith('Navigate') ? text.replace(/[?#][^"\s]*/, '') : text
}

/** Returns the errors of the test, each at the end of the step that failed, or of the last step. */
function errorEvents({ steps, errors, startTime, duration }: TestResult): DatedEvent[] {
  const all = steps.flatMap(withSteps)
  const endOf = (step: TestStep) => step.startTime.getTime() + step.duration
  const body = steps.filter(each => each.category !== 'hook').at(-1)
  const end = body ? endOf(body) : startTime.getTime() + duration
  return errors.flatMap((error): DatedEvent[] => {
    const { message = error.value ?? '', location } = error
    // The steps that contain the failed step have the same error, so the last one is the failed step.
    const failed = all.findLast(each => each.error?.message === error.message)
    const detail = location ? `${location.file}:${location.line}\n${errorText(message)}` : errorText(message)
    return [
      { at: failed ? endOf(failed) : end, kind: 'error', level: 'error', text: errorLine(message), detail },
    ]
  })
}

/** Returns at most as many events as a context may have, in the order of their time. Errors come first. */
function mostImportant(events: readonly ContextEvent[]): ContextEvent[] {
  const rank = { error: 0, warning: 1, info: 2 }
  return events
    .toSorted((a, b) => rank[a.level] - rank[b.level])
    .slice(0, limits.contextEvents)
    .toSorted((a, b) => a.ms - b.ms)
}
