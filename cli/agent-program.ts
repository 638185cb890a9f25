/** The environment variables that coding agents set for the commands that they run. */
const agentVariables: [variable: string, program: string][] = [
  // Claude Code comes last, because agents that build on its tools may set its variable in addition to their
  // own.
  ['CURSOR_AGENT', 'Cursor'],
  ['GEMINI_CLI', 'Gemini CLI'],
  ['CODEX_THREAD_ID', 'Codex'],
  ['CODEX_SANDBOX', 'Codex'],
  ['CODEX_CI', 'Codex'],
  ['OPENCODE', 'OpenCode'],
  ['CLAUDECODE', 'Claude Code'],
]

/** Returns the name of the coding agent that runs this command; undefined if none of the variables is set. */
export const agentProgram = (variables: NodeJS.ProcessEnv = process.env): string | undefined =>
  agentVariables.find(([variable]) => variables[variable])?.[1]
