import { authorLabel } from '#shared/author-label'
import type { Artifact } from '#shared/contract/artifact'
import type { Review } from '#shared/contract/review'
import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import type { CommentImage, Thread } from '#shared/contract/thread'

const verdicts: Record<ReviewStatus, string> = {
  open: 'In review',
  changes_requested: 'Changes requested',
  verified: 'Verified',
}
const statuses: Record<ThreadStatus, string> = { open: 'Open', addressed: 'Addressed', resolved: 'Resolved' }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Escapes text for HTML, in elements and in quoted attributes. */
const escape = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '')
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
p { margin: 4px 0; overflow-wrap: anywhere } .mute { color: var(--mute) } .text { white-space: pre-wrap }
img { display: block; max-width: 100%; margin: 8px 0; border: 1px solid var(--line); border-radius: 8px }
article { margin: 8px 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--panel) }
article div + div { margin-top: 8px; padding-top: 8px; border-top: 1px solid var(--line) }
`

/** The page may load nothing and run nothing, wherever it is opened. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

/** The beginning of the page, with what is said of the review. */
export function pageHead(review: Review): string {
  const { decidedBy, decidedAt } = review
  const decision = decidedBy && decidedAt ? ` · ${escape(decidedBy)}, ${time(decidedAt)}` : ''
  const facts = [review.prRef, review.branch, review.commit].filter(fact => fact !== null)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(review.title)}</title>
<style>${style}</style>
</head>
<body>
<h1 dir="auto">${escape(review.title)}</h1>
<p>${verdicts[review.status]}${decision}</p>
${facts.length > 0 ? `<p class="mute">${facts.map(escape).join(' · ')}</p>\n` : ''}`
}

/** A revision with its picture, as a data address, and the threads on it. */
export function revisionSection(
  artifact: Artifact,
  index: number,
  picture: string | null,
  threads: readonly Thread[],
): string {
  const image = picture
    ? `<img src="${picture}" alt="${escape(artifact.title)}">`
    : '<p class="mute">There is no image of this revision.</p>'
  return `<section>
<h2 dir="auto">${escape(artifact.title)} <span class="mute">r${index}</span></h2>
${artifact.description ? `<p dir="auto">${escape(artifact.description)}</p>\n` : ''}${image}
${threads.map(threadArticle).join('')}</section>
`
}

/** The threads that are about the review itself, not about evidence. */
export function reviewSection(threads: readonly Thread[]): string {
  if (threads.length === 0) return ''
  const articles = threads.map(threadArticle).join('')
  return `<section>\n<h2>About the review</h2>\n${articles}</section>\n`
}

export const pageEnd = (): string => '</body>\n</html>\n'

function threadArticle(thread: Thread): string {
  const at = thread.timestampMs === null ? null : `at ${(thread.timestampMs / 1000).toFixed(1)} s`
  const facts = [thread.number && `Comment ${thread.number}`, at, statuses[thread.status]]
    .filter(Boolean)
    .join(' · ')
  const comments = thread.comments.map(
    ({ author, createdAt, body, images }) =>
      `<div><p class="mute">${escape(authorLabel(author))}, ${time(createdAt)}</p>` +
      `<p class="text" dir="auto">${escape(body)}</p>${images.map(imageLine).join('')}</div>`,
  )
  return `<article><p class="mute">${facts}</p>${comments.join('')}</article>\n`
}

/** Names an image of a comment. Its address would show it to everyone who gets the page. */
const imageLine = ({ name }: CommentImage) => `<p class="mute" dir="auto">Image: ${escape(name)}</p>`
