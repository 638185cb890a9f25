import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Command } from 'commander'
import { parse } from 'yaml'
import { capabilities } from '#shared/contract/capabilities'
import { deviceGrantType } from '#shared/contract/device-login'
import { guides } from '#shared/documents/guides'
import { slugOf } from '#shared/text/slug'
import { MINUTE } from '#shared/time'
import { addComment } from '../../../cli/commands/comment'
import { addPush } from '../../../cli/commands/push'
import { root } from '../../support/paths'

const textOf = (name: string) => readFileSync(`${root}/docs/${name}`, 'utf8')

describe('the guides, which every server serves', () => {
  it.each(guides)('each link of docs/%s.md leads to a file of the folder or to a section', name => {
    const text = textOf(`${name}.md`)
    for (const [, link = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (/^https:/.test(link)) continue
      const [file, section] = link.split('#')
      const target = textOf(file === '' || file === undefined ? `${name}.md` : file)
      const sections = [...target.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title))
      if (section !== undefined) expect([link, sections.includes(section)]).toEqual([link, true])
    }
  })

  it.each(guides)('docs/%s.md names no example server except the placeholder that is replaced', name => {
    expect(textOf(`${name}.md`)).not.toMatch(/exhibit\.example\.(?:com|org)/)
  })
})

describe('docs/ci.md', () => {
  interface Job {
    steps?: { run?: string }[]
    script?: string[]
  }
  const [workflow = '', job = ''] = [...textOf('ci.md').matchAll(/```yaml\n([^]*?)```/g)].map(
    ([, block = '']) => block,
  )
  const github = parse(workflow) as { on: string; jobs: { evidence: Job }; permissions: object }
  const gitlab = parse(job) as { evidence: Job }
  const linesOf = ({ steps = [], script = [] }: Job) => [...script, ...steps.flatMap(each => each.run ?? [])]

  /** Returns the commands of the command line in a text, each as its words. */
  const commandsIn = (text: string) =>
    [...text.matchAll(/(?:cli\.tgz|`)(?: |(?=push|comment))((?:push|comment)\b[^`\n]*)/g)].map(
      ([, command = '']) => command.trim().split(/\s+/),
    )

  it('docs/ci.md has a workflow of GitHub and a job of GitLab, which push and then comment', () => {
    expect([github.on, github.permissions]).toEqual([
      'pull_request',
      { 'contents': 'read', 'pull-requests': 'write', 'statuses': 'write' },
    ])
    for (const each of [github.jobs.evidence, gitlab.evidence]) {
      const commands = commandsIn(linesOf(each).join('\n'))
      expect(commands).toEqual([
        ['push', 'screenshots/*.png'],
        ['comment', '--status'],
      ])
    }
  })

  it('each command in docs/ci.md has the options that the command line has', () => {
    const program = new Command()
    addPush(program)
    addComment(program)
    const found = commandsIn(textOf('ci.md'))
    expect(found.length).toBeGreaterThan(5)
    for (const [name = '', ...words] of found) {
      const command = program.commands.find(each => each.name() === name)
      // All commands have the option --json.
      const known = [...(command?.options ?? []).map(each => each.long), '--json']
      for (const option of words.filter(each => each.startsWith('--')))
        expect([name, option, known]).toEqual([name, option, expect.arrayContaining([option])])
    }
  })
})

it('the sign-in of the skill asks for every capability, and polls for 30 minutes', () => {
  const text = readFileSync(`${root}/skills/exhibit/references/http.md`, 'utf8')
  const asked = /"capabilities": \[([^\]]+)\]/.exec(text)?.[1] ?? ''
  expect(JSON.parse(`[${asked}]`)).toEqual([...capabilities])
  expect(text).toContain(`grant_type=${deviceGrantType}`)
  const [, polls, seconds] = /-le (\d+) \] && sleep (\d+)/.exec(text) ?? []
  expect(Number(polls) * Number(seconds) * 1000).toBe(30 * MINUTE)
})
