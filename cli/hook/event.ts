/**
 * The fields that the command reads from the input of a hook. Claude Code documents its input at
 * https://code.claude.com/docs/en/hooks.
 */
interface HookInput {
  hook_event_name?: unknown
  /** The id of the session in Claude Code and Codex. */
  session_id?: unknown
  /** The id of the session in Cursor. */
  conversation_id?: unknown
  /** The folder of the session in Claude Code and Codex. */
  cwd?: unknown
  /** The folders of the session in Cursor. */
  workspace_roots?: unknown
  /** Whether the agent is still working only because a hook prevented it from stopping. */
  stop_hook_active?: unknown
  /** The number of times that Cursor continued because of a hook. */
  loop_count?: unknown
}

/** The information that an agent passed when it ran the hook. */
export interface HookEvent {
  /** The folder of the session; undefined if the agent did not name it. */
  folder: string | undefined
  /** The id of the session; undefined if the agent did not name it. */
  session: string | undefined
  /** Whether the agent is about to stop. The hook can make it continue. */
  isStop: boolean
  /**
   * Whether the agent is working because a hook made it continue. Another message could keep it busy forever.
   */
  isContinued: boolean
  /** Returns the output of the hook that passes a text to the agent. */
  outputOf: (text: string) => string
}

/**
 * Returns the event in the input of a hook. `input` is undefined if a person runs the command in a terminal.
 * Returns null for an event for which the hook prints nothing.
 */
export function readEvent(input: string | undefined): HookEvent | null {
  const fields = parse(input)
  const { hook_event_name: name, stop_hook_active: isActive, loop_count: loops } = fields
  const outputOf = name === undefined ? (text: string) => text : outputs[String(name)]
  if (!outputOf) return null
  return {
    folder: textIn(fields.cwd) ?? textIn(Array.isArray(fields.workspace_roots) && fields.workspace_roots[0]),
    session: textIn(fields.session_id) ?? textIn(fields.conversation_id),
    isStop: name === 'Stop' || name === 'stop',
    isContinued: isActive === true || (typeof loops === 'number' && loops > 0),
    outputOf,
  }
}

/** The output formats of hooks that agents read, by the name of the event. */
const outputs: Partial<Record<string, (text: string) => string>> = {
  // The events of Claude Code and Codex.
  SessionStart: text => text,
  Stop: reason => JSON.stringify({ decision: 'block', reason }),
  // Cursor.
  sessionStart: text => JSON.stringify({ additional_context: text }),
  stop: text => JSON.stringify({ followup_message: text }),
}

function parse(input: string | undefined): HookInput {
  try {
    const value: unknown = JSON.parse(input ?? '')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
