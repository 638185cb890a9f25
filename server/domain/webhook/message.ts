import { addresses } from '#shared/addresses'
import { reviewStatuses, threadStatuses } from '#shared/contract/review-status'
import { actorName, eventLabels } from '#shared/event-labels'
import type { EventActorType } from '#shared/events'
import { isIdOf } from '#shared/ids'
import { iso } from '#shared/time'
import { unlinked } from '#shared/review/markdown'
import { printableLine } from '#shared/text/printable'
import { unlinkable } from '#shared/text/unlinkable'
import { webhookTest, type WebhookEvent, type WebhookFormat } from '#shared/webhooks'

/** The content of a message: an audit event, or a test. */
export interface ReportedEvent {
  type: WebhookEvent | typeof webhookTest
  workspaceId: string
  projectId: string | null
  reviewId: string | null
  subjectId: string
  actor: { type: EventActorType; id: string | null; name: string | null }
  createdAt: number
  /** The current title of the review; null if the event is not about a review. */
  title: string | null
}

/** Returns the body of a message. `base` is the public URL of the server. */
export function bodyOf(event: ReportedEvent, format: WebhookFormat, base: string): string {
  return JSON.stringify(formats[format](event, base))
}

const formats: Record<WebhookFormat, (event: ReportedEvent, base: string) => object> = {
  standard,
  slack: (event, base) => ({ text: sentence(event, base, slack) }),
  // A name in a message must not notify people on Discord, so mentions are turned off.
  discord: (event, base) => ({
    content: sentence(event, base, discord),
    allowed_mentions: { parse: [] },
  }),
}

/**
 * Returns the data of a message in the standard format: only ids, a status and a URL. The receiver reads
 * other data through the API with its own credential.
 */
function standard(event: ReportedEvent, base: string): object {
  const { type, workspaceId, projectId, reviewId, subjectId, actor } = event
  return {
    type,
    timestamp: iso(event.createdAt),
    data: {
      workspaceId,
      projectId,
      reviewId,
      subjectId,
      actor: { type: actor.type, id: actor.id },
      status: statusOf(type),
      url: pageOf(event, base),
    },
  }
}

/** Returns the status that an event gave a review or thread; null if the event gave no status. */
function statusOf(type: ReportedEvent['type']): string | null {
  const [subject = '', change = ''] = type.split('.')
  const statuses: Record<string, readonly string[]> = { review: reviewStatuses, thread: threadStatuses }
  const known = statuses[subject]
  if (!known) return null
  if (change === 'created') return 'open'
  return known.includes(change) ? change : null
}

/** Returns the URL of the page about an event; null if the page was deleted with the event's subject. */
function pageOf({ type, reviewId, subjectId }: ReportedEvent, base: string): string | null {
  if (reviewId === null) return addresses.webhooks(base)
  if (type === 'review.deleted') return null
  const isThread = isIdOf('thread', subjectId) && type !== 'thread.deleted'
  return isThread ? addresses.thread(base, reviewId, subjectId) : addresses.review(base, reviewId)
}

/** The syntax in which a chat writes text and a link. */
interface Markup {
  text: (text: string) => string
  link: (text: string, url: string) => string
}

// Names and titles are written by people and agents. They must not become markup, links or mentions in a
// chat.

/**
 * Similar characters that replace formatting characters in Slack. Slack applies these characters at the edge
 * of a word, and they cannot be escaped.
 */
const similar: Record<string, string> = { '*': '∗', '_': 'ˍ', '~': '∼', '`': 'ˋ' }
const escapeSlack = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/(?<![\p{L}\p{N}])[*_~`]|[*_~`](?![\p{L}\p{N}])/gu, sign => similar[sign] ?? sign)
// Slack turns names of hosts and email addresses into links too, but not in the text of a link.
const slack: Markup = {
  text: text => escapeSlack(unlinkable(text)),
  link: (text, url) => `<${url}|${escapeSlack(unlinked(text))}>`,
}

const discordText = (text: string) => unlinked(text).replace(/[\\`*_~|[\]()<>#]/g, sign => `\\${sign}`)
const discord: Markup = { text: discordText, link: (text, url) => `[${discordText(text)}](<${url}>)` }

/** Returns a sentence such as "Ann requested changes on Checkout totals", with a link. */
function sentence(event: ReportedEvent, base: string, markup: Markup): string {
  const { type, actor, title } = event
  const url = pageOf(event, base)
  if (type === webhookTest) return `${markup.link('This webhook', url ?? base)} works: Exhibit sent a test.`
  const subject = title === null ? 'a review' : printableLine(title)
  const linked = url === null ? markup.text(subject) : markup.link(subject, url)
  return `${markup.text(printableLine(actorName(actor)))} ${eventLabels[type].phrase} ${linked}`
}
