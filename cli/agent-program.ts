/** The variables that programs of coding agents set for the commands that they run. */
const agentVariables: [variable: string, program: string][] = [
  // Before Claude Code: agents that build on its tools may set its variable too.
  ['CURSOR_AGENT', 'Cursor'],
  ['GEMINI_CLI', 'Gemini CLI'],
  ['CODEX_THREAD_ID', 'Codex'],
  ['CODEX_SANDBOX', 'Codex'],
  ['CODEX_CI', 'Codex'],
  ['OPENCODE', 'OpenCode'],
  ['CLAUDECODE', 'Claude Code'],
]

/** Returns the program of the coding agent that runs this command; undefined if the variables name none. */
export const agentProgram = (variables: NodeJS.ProcessEnv = process.env): string | undefined =>
  agentVariables.find(([variable]) => variables[variable])?.[1]
