import { addresses } from '../addresses'
import type { SubmittedEvidence, SubmittedRound } from '../contract/submitted-evidence'
import { printable, printableLine } from '../text/printable'

/**
 * Describes the result of a call that sent evidence, for a reader who sees only this text: the files, the
 * Markdown for the pull request if there is new evidence, and the next step. The text of later calls contains
 * only the URL of the Markdown, because the Markdown is long. Titles are data that people may have written.
 */
export function evidenceText(sent: SubmittedEvidence | SubmittedRound): string {
  const { review, files, threads, markdown, nextAction, wait } = sent
  const { refused, omitted } = { refused: [], omitted: [], ...sent }
  const warnings = files.flatMap(each => each.warnings.map(warning => `- ${printableLine(warning.message)}`))
  const outcomes = new Set(files.map(each => each.outcome))
  const where = `GET ${addresses.besideWait(wait.url, 'markdown?format=text')} (MCP: get_markdown)`
  const isFirst = !('round' in sent) && !sent.reused
  const markdownLines = outcomes.has('created')
    ? [
        `The Markdown for the pull request${isFirst ? '' : ', which replaces the earlier one there'}:`,
        '',
        printable(markdown),
      ]
    : outcomes.has('revised')
      ? [`The Markdown shows the new revisions. Replace it in the pull request: ${where}`]
      : [`The Markdown is as before: ${where}`]
  const lines = [
    ...('round' in sent ? [] : [`The review is ${review.url}: give your person this address.`, '']),
    ...files.map(
      ({ title, outcome, revisionIndex, artifactId, hasContext }) =>
        `- "${printableLine(title)}": ${outcome}, revision ${revisionIndex} of ${artifactId}` +
        (hasContext ? ', with the context of its page' : ''),
    ),
    ...refused.map(each => `- "${printableLine(each.file)}" was refused: ${printableLine(each.message)}`),
    ...omitted.map(each => `- "${printableLine(each.title)}" was left out: it was accepted as it is`),
    ...threads.map(each => `- ${each.threadId} is ${each.status}`),
    ...warnings,
    '',
    ...markdownLines,
    '',
    `Next (${nextAction.action}): ${nextAction.summary}`,
    `Wait at ${wait.url} (MCP: wait_for_feedback)`,
  ]
  return `${lines.join('\n')}\n`
}
