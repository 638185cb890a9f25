/** The input of a hook that the command uses: https://code.claude.com/docs/en/hooks and others. */
interface HookInput {
  hook_event_name?: unknown
  /** The session in Claude Code and Codex. */
  session_id?: unknown
  /** The session in Cursor. */
  conversation_id?: unknown
  /** The folder of the session in Claude Code and Codex. */
  cwd?: unknown
  /** The folders of the session in Cursor. */
  workspace_roots?: unknown
  /** Whether the agent works because a hook did not let it stop. */
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
  /** Whether the agent continues because of a hook, so that another message could keep it busy forever. */
  isContinued: boolean
  /** Returns the output that gives the agent a text. */
  outputOf: (text: string) => string
}

/**
 * Returns the event in the input of a hook. `undefined`: a person runs the command in a terminal. Returns
 * null for an event for which the hook prints nothing.
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

/** The forms in which agents read the output of a hook, by the name of the event. */
const outputs: Partial<Record<string, (text: string) => string>> = {
  // Claude Code and Codex.
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
