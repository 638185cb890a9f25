import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../failure'

/** The names of the agents in the option `--agent`. */
export const hookedAgents = ['claude', 'codex', 'cursor'] as const
export type HookedAgent = (typeof hookedAgents)[number]

/** The settings file of an agent, and the form of its hooks. */
interface HookFormat {
  /** The name of the agent, as it names itself in `cli/agent-program.ts`. */
  program: string
  /** The path of the file, relative to the repository or to the home folder. */
  file: string
  /** The events at which the agent runs the command: the start of a session, and the end of a turn. */
  events: readonly string[]
  /** Whether an event has a list of groups, each with a matcher and hooks, instead of a list of hooks. */
  isGrouped: boolean
  /** The fields of a new settings file, in addition to `hooks`. */
  fields: object
  /** The step that a person must take before the agent runs new hooks; null if there is none. */
  remedy: string | null
}

/**
 * The formats of the agents: https://code.claude.com/docs/en/hooks, https://developers.openai.com/codex/hooks
 * and https://cursor.com/docs/hooks. Codex took over the format of Claude Code.
 */
export const hookFormats: Record<HookedAgent, HookFormat> = {
  claude: {
    program: 'Claude Code',
    file: '.claude/settings.json',
    events: ['SessionStart', 'Stop'],
    isGrouped: true,
    fields: {},
    remedy: null,
  },
  codex: {
    program: 'Codex',
    file: '.codex/hooks.json',
    events: ['SessionStart', 'Stop'],
    isGrouped: true,
    fields: {},
    remedy: 'Codex runs a new hook only once you have trusted it: type /hooks in Codex.',
  },
  cursor: {
    program: 'Cursor',
    file: '.cursor/hooks.json',
    events: ['sessionStart', 'stop'],
    isGrouped: false,
    fields: { version: 1 },
    remedy: null,
  },
}

/** The seconds after which the agent ends the command. The command itself ends earlier. */
const TIMEOUT_SECONDS = 15

/** Matches every command that `exhibit hook install` writes: see `programName`. */
const ownCommand = /^(?:exhibit|npx --yes (?:\S+\/cli-[^\s/]+\.tgz|exhibit-cli)) hook run$/

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the content of a settings file in which every event runs the command. Other hooks and settings stay
 * as they are. `present` is the content of the file, null if there is no file. Throws a {@link Failure} if
 * the file does not have the form that the agent reads.
 */
export function withHooks(path: string, present: string | null, format: HookFormat, command: string): string {
  const before = present === null ? { ...format.fields, hooks: {} } : parse(path, present)
  const settings = present === null ? structuredClone(before) : parse(path, present)
  const hooks = (settings.hooks ??= {})
  if (!isObject(hooks)) throw unknownForm(path, '"hooks"')
  for (const event of format.events) {
    const entries = (hooks[event] ??= [])
    if (!Array.isArray(entries)) throw unknownForm(path, `"hooks.${event}"`)
    const own = hooksIn(entries, format).filter(isOwn)
    for (const each of own) each.command = command
    const added = { command, timeout: TIMEOUT_SECONDS }
    if (own.length === 0) entries.push(format.isGrouped ? { hooks: [{ type: 'command', ...added }] } : added)
  }
  return present !== null && isDeepStrictEqual(settings, before) ? present : textOf(settings, present)
}

/**
 * Returns the content of a settings file without the hooks that {@link withHooks} added, and without the
 * groups, lists and objects that are empty then. Returns null if nothing is left. Throws a {@link Failure} if
 * the file is not JSON.
 */
export function withoutHooks(path: string, present: string, format: HookFormat): string | null {
  const { hooks, ...others } = parse(path, present)
  if (!isObject(hooks)) return present
  const kept = Object.fromEntries(
    Object.entries(hooks).flatMap(([event, entries]) => {
      const left = Array.isArray(entries) ? withoutOwn(entries, format) : entries
      return left === null ? [] : [[event, left]]
    }),
  )
  if (isDeepStrictEqual(kept, hooks)) return present
  if (Object.keys(kept).length > 0) return textOf({ ...parse(path, present), hooks: kept }, present)
  return JSON.stringify(others) === JSON.stringify(format.fields) ? null : textOf(others, present)
}

/** Returns the list of hooks of an event without the hooks of Exhibit; null if the list would be empty. */
function withoutOwn(entries: unknown[], format: HookFormat): unknown[] | null {
  if (!hooksIn(entries, format).some(isOwn)) return entries
  const kept = entries.flatMap(entry => {
    if (!format.isGrouped) return isOwn(entry) ? [] : [entry]
    if (!isObject(entry) || !Array.isArray(entry.hooks)) return [entry]
    const hooks = entry.hooks.filter(each => !isOwn(each))
    return hooks.length === 0 && entry.hooks.length > 0 ? [] : [{ ...entry, hooks }]
  })
  return kept.length > 0 ? kept : null
}

/** Returns all hooks in the list of an event. Leaves out entries that do not have the expected structure. */
const hooksIn = (entries: unknown[], { isGrouped }: HookFormat): JsonObject[] =>
  entries
    .filter(isObject)
    .flatMap(entry =>
      isGrouped ? (Array.isArray(entry.hooks) ? entry.hooks.filter(isObject) : []) : [entry],
    )

const isOwn = (hook: unknown): boolean =>
  isObject(hook) && typeof hook.command === 'string' && ownCommand.test(hook.command)

function parse(path: string, text: string): JsonObject {
  let value: unknown
  try {
    value = parseExactly(text.replace(BOM, ''))
  } catch {
    throw new Failure(
      'invalid_settings',
      `${path} is not valid JSON, so it was not changed.`,
      'Correct it, then run the command again.',
    )
  }
  if (isObject(value)) return value
  throw unknownForm(path, 'the file')
}

const unknownForm = (path: string, what: string) =>
  new Failure(
    'invalid_settings',
    `${path} was not changed: ${what} does not have the form that the agent reads.`,
    'Correct it, then run the command again.',
  )

const BOM = /^\ufeff/

/** The types of `JSON.rawJSON` and of the third argument of a reviver, which TypeScript does not have yet. */
const json = JSON as unknown as {
  rawJSON: (text: string) => unknown
  parse: (
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown
}

/**
 * Parses JSON and preserves the text of each number, such as `1.0` or a number with many digits, for
 * `JSON.stringify`.
 */
const parseExactly = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  )

/**
 * Returns settings as JSON with the indentation, the line breaks, the last line break and the byte order mark
 * of the present file.
 */
function textOf(settings: JsonObject, present: string | null): string {
  const indent = /^\ufeff?[{[]\r?\n([\t ]+)/.exec(present ?? '')?.[1] ?? '  '
  const end = present === null || present.endsWith('\n') ? '\n' : ''
  const text = JSON.stringify(settings, null, indent) + end
  const lines = present?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
  return BOM.test(present ?? '') ? `\ufeff${lines}` : lines
}
