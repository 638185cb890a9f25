import { describe, expect, it } from 'vitest'
import { agentProgram } from '../../../cli/agent-program'
import { isCi } from '../../../cli/change/ci'

describe('the agent that runs the command', () => {
  it.each([
    [{ CLAUDECODE: '1' }, 'Claude Code'],
    [{ CURSOR_AGENT: '1' }, 'Cursor'],
    [{ CURSOR_AGENT: '1', CLAUDECODE: '1' }, 'Cursor'],
    [{ GEMINI_CLI: '1' }, 'Gemini CLI'],
    [{ CODEX_THREAD_ID: '0199' }, 'Codex'],
    [{ CODEX_SANDBOX: 'seatbelt' }, 'Codex'],
    [{ OPENCODE: '1' }, 'OpenCode'],
    [{ CLAUDECODE: '' }, undefined],
    [{ TERM: 'xterm' }, undefined],
  ])('agentProgram with the environment %j returns %s', (variables, program) => {
    expect(agentProgram(variables)).toBe(program)
  })
})

describe('CI', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
    ['', false],
    [undefined, false],
  ])('isCi with CI=%s returns %s', (CI, expected) => {
    expect(isCi({ CI })).toBe(expected)
  })
})
