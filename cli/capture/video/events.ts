import { limits } from '#shared/contract/kit/limits'
import type { ContextEvent } from '#shared/contract/context'
import type { Session } from '../browser/cdp'
import { keepImportant } from '../keep-important'
import { reportActionsTo } from '../page-script'
import { placeIn } from '../place-in-url'

/** The events of a page while it is recorded. */
export interface RecordedEvents {
  /**
   * Returns the events with their times in milliseconds after the given moment. Earlier events get the time
   * 0.
   */
  since: (start: number) => ContextEvent[]
}

/** The name of the global function that the page calls for each action of a person. */
const BINDING = '__exhibitAction'

interface RemoteValue {
  type: string
  value?: unknown
  description?: string
  unserializableValue?: string
  preview?: { subtype?: string; properties: { name: string; value?: string; type: string }[] }
}
interface Request {
  method: string
  url: string
}

/**
 * Records the events of a tab: actions, console messages, uncaught errors, failed requests, and navigations
 * as chapters. Texts and the number of events are cut to the limits of the contract.
 */
export async function recordEvents({ send, on }: Session): Promise<RecordedEvents> {
  const events: (Omit<ContextEvent, 'ms'> & { at: number })[] = []
  const add = (
    kind: ContextEvent['kind'],
    level: ContextEvent['level'],
    text: string,
    detail: string | null = null,
  ) => {
    const shown = text.slice(0, limits.contextEventText).toWellFormed()
    const more = detail?.slice(0, limits.contextEventDetail).toWellFormed() ?? null
    if (shown.trim() !== '') events.push({ at: Date.now(), kind, level, text: shown, detail: more })
  }
  const requests = new Map<string, Request>()

  on<{ name: string; payload: string }>('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === BINDING) add('action', 'info', payload)
  })
  on<{ type: string; args: RemoteValue[] }>('Runtime.consoleAPICalled', ({ type, args }) => {
    const level = type === 'error' || type === 'assert' ? 'error' : type === 'warning' ? 'warning' : 'info'
    add('console', level, messageOf(args))
  })
  on<{ exceptionDetails: { text: string; exception?: RemoteValue } }>(
    'Runtime.exceptionThrown',
    ({ exceptionDetails: { text, exception } }) => {
      const description = exception?.description ?? textOf(exception ?? { type: 'string', value: text })
      const [first = text] = description.split('\n')
      add('error', 'error', first, description === first ? null : description)
    },
  )
  on<{ requestId: string; request: Request }>('Network.requestWillBeSent', ({ requestId, request }) => {
    requests.set(requestId, request)
  })
  on<{ requestId: string; response: { status: number; statusText: string } }>(
    'Network.responseReceived',
    ({ requestId, response: { status, statusText } }) => {
      const request = requests.get(requestId)
      if (request && status >= 400 && !isFavicon(request))
        add('network', 'error', `${nameOf(request)} ${status} ${statusText}`.trim())
    },
  )
  on<{ requestId: string; errorText: string; canceled?: boolean }>(
    'Network.loadingFailed',
    ({ requestId, errorText, canceled }) => {
      const request = requests.get(requestId)
      requests.delete(requestId)
      if (request && !canceled) add('network', 'error', `${nameOf(request)} failed: ${errorText}`)
    },
  )
  on<{ requestId: string }>('Network.loadingFinished', ({ requestId }) => requests.delete(requestId))
  on<{ frame: { url: string; parentId?: string } }>('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined && frame.url !== 'about:blank') add('chapter', 'info', pathOf(frame.url))
  })
  on<{ url: string; frameId: string }>('Page.navigatedWithinDocument', ({ url }) => {
    const text = pathOf(url)
    if (events.findLast(each => each.kind === 'chapter')?.text !== text) add('chapter', 'info', text)
  })
  await send('Runtime.enable')
  await send('Runtime.addBinding', { name: BINDING })
  await send('Page.addScriptToEvaluateOnNewDocument', { source: reportActionsTo(BINDING) })

  return {
    since: start =>
      keepImportant(events, limits.contextEvents, each => each.level !== 'info').map(({ at, ...event }) => ({
        ms: Math.max(0, Math.round(at - start)),
        ...event,
      })),
  }
}

/**
 * Returns the text of a console message, without the CSS styles that `%c` applies in the console of a
 * browser.
 */
function messageOf([first, ...others]: RemoteValue[]): string {
  const text = first ? textOf(first) : ''
  const styles = first?.type === 'string' ? text.split('%c').length - 1 : 0
  return [text.replaceAll('%c', ''), ...others.slice(styles).map(textOf)].join(' ')
}

function textOf({ type, value, preview, description, unserializableValue }: RemoteValue): string {
  if (type === 'string') return String(value)
  const properties = preview?.subtype === 'error' ? undefined : preview?.properties
  if (properties) return `{${properties.map(each => `${each.name}: ${each.value ?? each.type}`).join(', ')}}`
  return description ?? unserializableValue ?? JSON.stringify(value) ?? type
}

/** Returns the method and the URL of a request without its query, which may contain secrets. */
function nameOf({ method, url }: Request): string {
  const parsed = URL.parse(url)
  return `${method} ${parsed ? `${parsed.origin}${parsed.pathname}` : url.slice(0, 100)}`
}

/** Returns whether a request is for the icon of the site. The browser sends it, not the page. */
const isFavicon = ({ url }: Request): boolean => URL.parse(url)?.pathname === '/favicon.ico'

function pathOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? parsed.pathname + placeIn(parsed.hash) : url
}
