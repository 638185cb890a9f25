import { authorLabel } from '#shared/text/author-label'
import type { ApiResponse } from '#shared/client'
import { onOneLine } from '#shared/text/printable'

type Thread = ApiResponse<'GET /v1/reviews/{id}/threads'>['threads'][number]

/** Returns a thread as text for a terminal: its status, its position and its comments. */
export function formatThread(thread: Thread): string {
  const { threadId, number, status, kind, artifact, revision, comments, frameBy, markChanged, url } = thread
  const place = artifact
    ? `${kind} on "${onOneLine(artifact.title)}"${revision === null ? '' : `, revision ${revision}`}` +
      timeOf(thread)
    : 'on the review'
  return [
    `${threadId} (${status}) ${number === null ? '' : `comment ${number}, `}${place}`,
    // An earlier version of the server does not send `frameBy`, so it may be undefined.
    ...(frameBy ? [indent(`The frame of the video was sent by the browser of ${frameBy.name}.`)] : []),
    ...(markChanged === false ? [indent('The marked area looks the same in the latest revision.')] : []),
    ...comments.flatMap(({ author, body, images }) => [
      indent(`${authorLabel(author)}: ${body}`),
      ...images.map(({ name, url }) => indent(`  image ${onOneLine(name)}: ${url}`)),
    ]),
    indent(url),
  ].join('\n')
}

function timeOf({ timestampMs, endMs, frameMs }: Thread): string {
  if (timestampMs === null) return ''
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const range = `${seconds(timestampMs)}${endMs === null ? '' : `–${seconds(endMs)}`} s`
  // An earlier version of the server does not send `frameMs`, so it may be undefined.
  return ` at ${range}${frameMs == null ? '' : `, drawn at ${seconds(frameMs)} s`}`
}

const indent = (text: string) => text.replace(/^/gm, '  ')
