import { authorLabel } from '#shared/text/author-label'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Review } from '#shared/contract/review'
import type { Reviewer } from '#shared/contract/reviewer'
import type { ReviewStatus, ThreadLabel, ThreadStatus } from '#shared/contract/review-status'
import type { Comment, CommentImage, Thread } from '#shared/contract/thread'
import { changesSummary, countChanges } from '#shared/review/changes'
import { changesOf, isVerdictOutdated } from '#shared/review/outdated-verdict'
import { commentHtml } from './comment-html'
import { escapeHtml } from './escape-html'

const verdicts: Record<ReviewStatus, string> = {
  open: 'In review',
  changes_requested: 'Changes requested',
  verified: 'Verified',
}
const statuses: Record<ThreadStatus, string> = { open: 'Open', addressed: 'Addressed', resolved: 'Resolved' }
const labels: Record<ThreadLabel, string> = { nit: 'Nit', blocker: 'Blocker' }

const time = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

const style = `
:root { color-scheme: light dark; --ink: #18181b; --mute: #71717a; --line: #e4e4e7; --paper: #fafafa;
  --panel: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #fafafa; --mute: #a1a1aa; --line: #27272a; --paper: #09090b; --panel: #18181b }
}
body { margin: 0 auto; max-width: 960px; padding: 32px 24px; background: var(--paper); color: var(--ink);
  font: 14px/20px system-ui, sans-serif }
h1 { margin: 0; font-size: 22px; line-height: 28px } h2 { margin: 40px 0 8px; font-size: 16px }
p { margin: 4px 0; overflow-wrap: anywhere } .mute { color: var(--mute) } .plain { white-space: pre-wrap }
a { color: inherit; text-underline-offset: 2px } .text { overflow-wrap: anywhere }
code, pre { font: 12px/18px ui-monospace, monospace; background: var(--paper) }
pre { margin: 4px 0; padding: 6px 8px; overflow-x: auto; border: 1px solid var(--line); border-radius: 4px }
ul, ol { margin: 4px 0; padding-inline-start: 20px } hr { border: 0; border-top: 1px solid var(--line) }
blockquote { margin: 4px 0; padding-inline-start: 10px; border-inline-start: 2px solid var(--line);
  color: var(--mute) }
li, li p, blockquote p { unicode-bidi: plaintext }
img { display: block; max-width: 100%; margin: 8px 0; border: 1px solid var(--line); border-radius: 8px }
article { margin: 8px 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--panel) }
article .comment + .comment { margin-top: 8px; padding-top: 8px; border-top: 1px solid var(--line) }
`

/** The Content-Security-Policy of the exported page. With it, the page loads nothing and runs no scripts. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

const nameHtml = (name: string) => `<span dir="auto">${escapeHtml(name)}</span>`
const linkHtml = (address: string, content: string) =>
  `<a href="${escapeHtml(address)}" rel="noopener">${content}</a>`
const pictureHtml = (source: string, alt: string) => `<img src="${source}" alt="${escapeHtml(alt)}">`
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/**
 * Returns the text of a verdict. For the verdict of the review, `open` is the number of comments that are not
 * resolved; for the verdict of a person, it is 0. `isOutdated` states whether evidence was added after the
 * verdict.
 */
const verdictOf = (status: ReviewStatus, open: number, isOutdated: boolean) =>
  (status === 'verified' && open > 0 ? `${verdicts.verified} with ${open} open` : verdicts[status]) +
  (isOutdated ? ' (outdated: evidence was added afterwards)' : '')

/**
 * Returns the start of the page: the title and facts of the review, its URL, and the latest verdict of each
 * reviewer. `artifacts` are all artifacts of the review; `open` is the number of its comments that are not
 * resolved.
 */
export function pageHead(
  review: Review,
  artifacts: readonly Artifact[],
  reviewers: readonly Reviewer[],
  open: number,
): string {
  const changes = changesOf(review, artifacts)
  const { decidedBy, decidedAt, decisionComment } = review
  const decision = decidedBy && decidedAt ? ` · ${nameHtml(decidedBy)}, ${time(decidedAt)}` : ''
  // The verdict of the review may be an earlier verdict of a reviewer in the list. Its comment is then shown
  // here, because the list contains only each reviewer's latest verdict.
  const isListed = reviewers.some(each => each.decidedAt === decidedAt && each.comment === decisionComment)
  const facts = [review.prRef, review.branch, review.commit].filter(fact => fact !== null)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(review.title)}</title>
<style>${style}</style>
</head>
<body>
<h1 dir="auto">${escapeHtml(review.title)}</h1>
<p>${verdictOf(review.status, open, isVerdictOutdated(review, changes))}${decision}</p>
${decisionComment && !isListed ? `${commentHtml(decisionComment, [])}\n` : ''}${
    facts.length > 0 ? `<p class="mute">${facts.map(nameHtml).join(' · ')}</p>\n` : ''
  }${progressHtml(artifacts)}<p>${linkHtml(review.url, 'Open this review')}</p>
${reviewers.length > 0 ? verdictsHtml(reviewers, changes) : ''}`
}

/** Returns the comparison of a review's evidence with the accepted revisions, and the number of approvals. */
function progressHtml(artifacts: readonly Artifact[]): string {
  const approved = artifacts.filter(each => each.approval !== null).length
  const facts = [
    changesSummary(countChanges(artifacts)),
    approved > 0 && `${approved} of ${artifacts.length} approved`,
  ].filter(Boolean)
  return facts.length > 0 ? `<p class="mute">${facts.join(' · ')}</p>\n` : ''
}

const verdictsHtml = (reviewers: readonly Reviewer[], changes: readonly (string | null)[]): string =>
  `<section>\n<h2>Verdicts</h2>\n${reviewers.map(each => reviewerHtml(each, changes)).join('')}${sectionEnd}`

function reviewerHtml(reviewer: Reviewer, changes: readonly (string | null)[]): string {
  const { name, status, decidedAt, comment, mentions } = reviewer
  const isOutdated = isVerdictOutdated(reviewer, changes)
  const verdict = status && decidedAt ? `${verdictOf(status, 0, isOutdated)}, ${time(decidedAt)}` : 'Asked'
  const names = mentions.map(each => each.name)
  return `<article><p class="mute">${nameHtml(name)} · ${verdict}</p>${
    comment === null ? '' : commentHtml(comment, names)
  }</article>\n`
}

/**
 * Returns the start of the section about a revision. `picture` is a data URL. The threads of the revision
 * follow.
 */
export function revisionStart(artifact: Artifact, revision: Revision, picture: string | null): string {
  const { title, url } = artifact
  const { description } = revision
  const image =
    picture === null ? `<p class="mute">${whyNoPicture(artifact, revision)}</p>` : pictureHtml(picture, title)
  const plain = description ? `<p class="plain" dir="auto">${escapeHtml(description)}</p>\n` : ''
  return `<section>
<h2 dir="auto">${linkHtml(url, escapeHtml(title))} <span class="mute">r${revision.index}</span></h2>
${revisionFacts(artifact, revision)}${plain}${image}
`
}

/** Returns the comparison of a revision with the accepted revision, and who approved it. */
function revisionFacts(
  { approval, endedApproval, currentRevision, revisions }: Artifact,
  revision: Revision,
) {
  const isCurrent = revision.id === currentRevision?.id
  const approved = isCurrent ? (approval ?? endedApproval) : null
  const seen = approved && revisions.find(each => each.id === approved.revisionId)?.index
  const facts = [
    baselineText(revision),
    revision.differsFromItself && 'differs from itself',
    approval && approved && `approved by ${nameHtml(approved.by)} on r${seen}, ${time(approved.at)}`,
    !approval && approved && `changed since ${nameHtml(approved.by)} approved r${seen}, ${time(approved.at)}`,
  ].filter(Boolean)
  return facts.length > 0 ? `<p class="mute">${facts.join(' · ')}</p>\n` : ''
}

function baselineText({ baseline }: Revision): string {
  switch (baseline?.status) {
    case 'new':
    case undefined:
      return ''
    case 'same':
      return 'same as accepted'
    case 'expired':
      return 'not compared, since the accepted media has expired'
    case 'changed':
      return baseline.changedPercent === null
        ? 'changed since it was accepted'
        : `${baseline.changedPercent} % changed since it was accepted`
  }
}

function whyNoPicture({ kind }: Artifact, { mediaState, durationMs }: Revision): string {
  if (mediaState !== 'active') return `This ${kind} is past its retention.`
  if (kind === 'image') return 'This image cannot be read.'
  return `A video${durationMs === null ? '' : ` of ${seconds(durationMs)}`} without a poster.`
}

/** The start of the section with the threads that are about the review and not about evidence. */
export const reviewStart = '<section>\n<h2>About the review</h2>\n'
export const sectionEnd = '</section>\n'
export const pageEnd = '</body>\n</html>\n'

/** Returns the start of a thread, with a link to it. Its video frame and its comments follow. */
export function threadStart({ number, timestampMs, endMs, frameMs, status, label, url }: Thread): string {
  const name = linkHtml(url, number === null ? 'Comment' : `Comment ${number}`)
  const moment = timestampMs === null ? null : momentOf(timestampMs, endMs, frameMs)
  const facts = [name, moment, statuses[status], label && labels[label]]
  return `<article><p class="mute">${facts.filter(fact => fact !== null).join(' · ')}</p>`
}
export const threadEnd = '</article>\n'

function momentOf(start: number, end: number | null, drawnAt: number | null): string {
  if (end === null) return `at ${seconds(start)}`
  const frame = drawnAt === null ? '' : `, drawn at ${seconds(drawnAt)}`
  return `from ${seconds(start)} to ${seconds(end)}${frame}`
}

/** Returns the HTML of a thread's video frame. `source` is a data URL. */
export const frame = ({ artifact, timestampMs, frameMs }: Thread, source: string): string =>
  pictureHtml(source, `${artifact?.title ?? 'Video'} at ${seconds(frameMs ?? timestampMs ?? 0)}`)

/** Returns the start of a comment, with its text. The images of the comment follow. */
export function commentStart({ author, createdAt, editedAt, body, mentions }: Comment): string {
  const edited = editedAt === null ? '' : ' (edited)'
  const names = mentions.map(each => each.name)
  return (
    `<div class="comment"><p class="mute">${nameHtml(authorLabel(author))}, ${time(createdAt)}${edited}</p>` +
    commentHtml(body, names)
  )
}
export const commentEnd = '</div>'

/**
 * Returns the HTML of a comment image. `source` is a data URL; it is null past the retention, and only the
 * name is then shown.
 */
export const commentImage = ({ name }: CommentImage, source: string | null): string =>
  source === null
    ? `<p class="mute">Image: ${nameHtml(name)}, past its retention</p>`
    : pictureHtml(source, name)
