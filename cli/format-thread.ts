import type { ApiResponse } from '#shared/client'
import { printable } from './output'

type Thread = ApiResponse<'GET /v1/reviews/{id}/threads'>['threads'][number]

/** Returns a thread for a terminal: where it is, and its comments. */
export function formatThread(thread: Thread): string {
  const { threadId, status, kind, artifact, revision, timestampMs, comments, url } = thread
  const time = timestampMs === null ? '' : ` at ${(timestampMs / 1000).toFixed(1)} s`
  const place = artifact
    ? `${kind} on "${printable(artifact.title)}"${revision === null ? '' : `, revision ${revision}`}${time}`
    : 'on the review'
  return [
    `${threadId} (${status}) ${place}`,
    ...comments.map(({ author, body }) => indent(`${printable(author.name)}: ${printable(body)}`)),
    indent(url),
  ].join('\n')
}

const indent = (text: string) => text.replace(/^/gm, '  ')
