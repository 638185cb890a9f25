import { describe, expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import { readEvent } from '../../../cli/hook/event'
import { MAX_CHARACTERS, openComments } from '../../../cli/hook/open-comments'
import { hookedAgents, hookFormats, withHooks, withoutHooks } from '../../../cli/hook/settings'

const command = 'exhibit hook run'
const { claude, codex, cursor } = hookFormats
const own = { type: 'command', command, timeout: 15 }
const install = (present: string | null, format = claude, run = command) =>
  withHooks('settings.json', present, format, run)
const uninstall = (present: string, format = claude) => withoutHooks('settings.json', present, format)

describe('the settings of coding agents', () => {
  it('a new settings file contains the hooks in the format of its agent', () => {
    const grouped = { hooks: { SessionStart: [{ hooks: [own] }], Stop: [{ hooks: [own] }] } }
    expect(JSON.parse(install(null))).toEqual(grouped)
    expect(JSON.parse(install(null, codex))).toEqual(grouped)
    const flat = { command, timeout: 15 }
    expect(JSON.parse(install(null, cursor))).toEqual({
      version: 1,
      hooks: { sessionStart: [flat], stop: [flat] },
    })
  })

  it('installing hooks keeps other hooks, other settings and the indentation of the file', () => {
    const other = { matcher: 'Bash', hooks: [{ type: 'command', command: 'npm run lint' }] }
    const present = `${JSON.stringify({ model: 'opus', hooks: { Stop: [other] } }, null, '\t')}\n`
    const installed = install(present)
    expect(installed).toMatch(/^\{\n\t"model": "opus",\n/)
    expect(JSON.parse(installed)).toEqual({
      model: 'opus',
      hooks: { Stop: [other, { hooks: [own] }], SessionStart: [{ hooks: [own] }] },
    })
    expect(uninstall(installed)).toBe(present)
  })

  it('installing hooks again does not change the file, however the file is formatted', () => {
    const present = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"exhibit hook run"}]}],\n"X":1}}'
    for (const format of Object.values(hookFormats)) {
      const installed = install(null, format)
      expect(install(installed, format)).toBe(installed)
    }
    const completed = install(present)
    expect(JSON.parse(completed).hooks.Stop).toHaveLength(1)
    expect(install(completed)).toBe(completed)
  })

  it('installing hooks replaces an earlier command of Exhibit, and no command of another program', () => {
    const npx = 'npx --yes https://exhibit.example.com/cli-1.2.0-abc.tgz hook run'
    const foreign = ['ccc hook run', 'npx --yes other hook run', 'exhibit hook run --json']
    const hooks = foreign.map(each => ({ type: 'command', command: each }))
    const present = JSON.stringify({ hooks: { Stop: [{ hooks: [...hooks, own] }] } })
    const { Stop } = JSON.parse(install(present, claude, npx)).hooks
    expect(Stop).toEqual([{ hooks: [...hooks, { ...own, command: npx }] }])
    expect(JSON.parse(uninstall(JSON.stringify({ hooks: { Stop } })) ?? '')).toEqual({
      hooks: { Stop: [{ hooks }] },
    })
  })

  it('uninstalling hooks removes a settings file that contains only the hooks of Exhibit', () => {
    for (const name of hookedAgents)
      expect([name, uninstall(install(null, hookFormats[name]), hookFormats[name])]).toEqual([name, null])
    expect(uninstall('{ "model": "opus" }')).toBe('{ "model": "opus" }')
    expect(uninstall(install('{ "model": "opus" }'))).toBe('{\n  "model": "opus"\n}')
  })

  it('installing hooks keeps numbers, line breaks and the byte order mark of a settings file', () => {
    const present =
      '\ufeff{\r\n  "big": 12345678901234567890,\r\n  "exact": [1.0, 1e3],\r\n  "text": "a\\nb"\r\n}\r\n'
    const installed = install(present)
    expect(installed.startsWith('\ufeff{\r\n  "big": 12345678901234567890,\r\n')).toBe(true)
    expect(installed).toMatch(/"exact": \[\s+1\.0,\s+1e3\s+\]/)
    expect(installed).not.toMatch(/[^\r]\n/)
    expect(install(installed)).toBe(installed)
    expect(uninstall(installed)).toBe(present.replace('[1.0, 1e3]', '[\r\n    1.0,\r\n    1e3\r\n  ]'))
  })

  it('a settings file that the agent cannot read is refused with an error that names the file', () => {
    for (const present of ['{ // comment\n}', '', '[]', '{"hooks":[]}', '{"hooks":{"Stop":{}}}'])
      expect(() => install(present), present).toThrow('settings.json')
    expect(() => uninstall('{')).toThrow('settings.json is not valid JSON')
  })
})

describe('the events of hooks', () => {
  const outputAt = (name: string) => readEvent(JSON.stringify({ hook_event_name: name }))?.outputOf('Text')

  it('each event of a hook has the output format of its agent, and other events have no output', () => {
    expect(outputAt('SessionStart')).toBe('Text')
    expect(JSON.parse(outputAt('Stop') ?? '')).toEqual({ decision: 'block', reason: 'Text' })
    expect(JSON.parse(outputAt('sessionStart') ?? '')).toEqual({ additional_context: 'Text' })
    expect(JSON.parse(outputAt('stop') ?? '')).toEqual({ followup_message: 'Text' })
    expect(outputAt('PreToolUse')).toBeUndefined()
    for (const input of [undefined, '', 'no JSON', 'null']) expect(readEvent(input)?.outputOf('T')).toBe('T')
  })

  it('an agent that continues because of a hook is recognized, in Claude Code, Codex and Cursor', () => {
    const isContinued = (fields: object) =>
      readEvent(JSON.stringify({ hook_event_name: 'Stop', ...fields }))?.isContinued
    expect(isContinued({ stop_hook_active: true })).toBe(true)
    expect(isContinued({ stop_hook_active: false })).toBe(false)
    expect(isContinued({ loop_count: 1 })).toBe(true)
    expect(isContinued({ loop_count: 0 })).toBe(false)
  })
})

describe('the text about open comments', () => {
  const url = 'https://exhibit.example.com/reviews/rev_1'
  const threads = (count: number, body: string) =>
    Array.from({ length: count }, (_, n) => ({
      threadId: `thr_${n}`,
      artifact: { title: 'Checkout' },
      elements: [{ role: 'button', name: 'Buy', source: 'src/Cart.tsx:41' }],
      comments: [{ author: { type: 'human', name: 'Ann' }, body }],
    })) as unknown as Thread[]

  it('the text that a hook gives an agent has one line for each open comment', () => {
    const text = openComments({ url }, threads(1, 'The total\n\u001b[31mwraps.'))
    expect(text).toContain(`Exhibit: 1 open comment on the review of this branch, ${url}.`)
    expect(text).toContain(
      '\n- thr_0 on "Checkout" · button “Buy”, src/Cart.tsx:41 · Ann: "The total [31mwraps."\n',
    )
    expect(text).not.toContain('more')
  })

  it('a hook tells an agent which comments another agent has claimed, until the claim ends', () => {
    const claimed = (until: string) =>
      openComments(
        { url },
        threads(1, 'Wraps.').map(each => ({ ...each, claim: { by: 'Codex', until } })),
      )
    expect(claimed('2099-01-01T00:00:00.000Z')).toContain(' · claimed by Codex · Ann: "Wraps."')
    expect(claimed('2020-01-01T00:00:00.000Z')).not.toContain('claimed')
  })

  it('the text of a hook has at most 2,000 characters, shortens comments and counts omitted ones', () => {
    const text = openComments({ url }, threads(300, 'x'.repeat(5000)))
    expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS)
    expect(text.length).toBeGreaterThan(MAX_CHARACTERS - 300)
    const listed = text.match(/^- thr_/gm)?.length ?? 0
    expect(text).toContain(`… ${300 - listed} more`)
    expect(text).toContain(`Ann: "${'x'.repeat(199)}…"`)
    expect(openComments({ url }, threads(1, 'x'.repeat(200)))).toContain(`Ann: "${'x'.repeat(200)}"\n`)
  })
})
