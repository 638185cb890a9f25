import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/contract'
import { errorStatus } from '#shared/contract/kit/errors'
import { toSchema, type Json } from '#shared/contract/kit/openapi/schema'
import type { Operation } from '#shared/contract/kit/operation'
import { apiReference } from '#shared/contract/kit/reference/document'
import { noteOf } from '#shared/contract/kit/reference/notes'
import { typeOf } from '#shared/contract/kit/reference/types'

const text = apiReference({
  publicUrl: 'https://exhibit.example',
  cliClientId: 'acme-cli',
  cliUrl: '',
  unclaimedWorkspaces: false,
  turnedOff: [],
})
const operations: Operation[] = Object.values(contract)
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^\`]*(?:\`[^\`]+\`[^\`]*)*)\\n\`\`\``, 'g'))].map(
    ([, block = '']) => block,
  )
/** Returns the section of the reference about an operation. */
const sectionOf = ({ method, path }: Operation) =>
  text.split(/^(?=###? )/m).find(section => section.startsWith(`### ${method} ${path}\n`)) ?? ''

describe('the API reference', () => {
  it('the API reference describes each public operation, and no operation of the dashboard', () => {
    for (const row of operations) {
      const section = sectionOf(row)
      // The reference describes `createToken`, although it is internal, because the device login uses it.
      if (row.internal && row.id !== 'createToken') {
        expect([row.id, section]).toEqual([row.id, ''])
        continue
      }
      expect([row.id, section]).toEqual([row.id, expect.stringMatching(/^Response \d{3}/m)])
      if (!row.internal) expect([row.id, section]).toEqual([row.id, expect.stringMatching(/^Errors.*: /m)])
    }
  })

  it('the API reference contains no type that is any, object or unknown', () => {
    const types = blocks('ts').map(block => block.replace(/\/\/.*/g, ''))
    expect(types.length).toBeGreaterThan(operations.filter(row => !row.internal).length)
    for (const type of types) expect(type).not.toMatch(/\b(?:any|object|unknown|undefined)\b|\{\}/)
  })

  it('the API reference describes every type that it mentions', () => {
    const shapes = new Set([...text.matchAll(/^type (\w+) =/gm)].map(([, name]) => name))
    const links = [...text.matchAll(/\[(\w+)\]\(#(\w+)\)/g)]
    expect(links.length).toBeGreaterThan(5)
    for (const [, name = '', anchor] of links) expect([name, anchor]).toEqual([name, name.toLowerCase()])
    const named = blocks('ts').flatMap(block =>
      [...block.replace(/\/\/.*|"[^"]*"/g, '').matchAll(/\b[A-Z]\w+/g)].map(([name]) => name),
    )
    expect(shapes).toEqual(
      new Set([...named, ...links.map(([, name]) => name)].filter(name => name !== 'Record')),
    )
    for (const name of ['Review', 'Artifact', 'Revision', 'Thread', 'Comment', 'Geometry'])
      expect(shapes).toContain(name)
  })

  it('the API reference shows a valid call of every operation that agents may use', () => {
    for (const row of operations.filter(each => !each.internal)) {
      const isForAgents = row.auth.anonymous || row.auth.agent !== false
      expect([row.id, sectionOf(row).includes('```sh\ncurl')]).toEqual([row.id, isForAgents])
      if (row.body) expect([row.id, row.body.safeParse(row.example).success]).toEqual([row.id, true])
    }
  })

  it('the API reference lists every error code with its status', () => {
    for (const [code, status] of Object.entries(errorStatus))
      expect(text).toContain(`| ${status} | \`${code}\` |`)
  })

  it('the API reference contains the URL and the client id of the server', () => {
    expect(blocks('sh')[0]).toContain('export EXHIBIT_URL=https://exhibit.example\n')
    expect(text).toContain('with the client id `acme-cli`')
  })
})

describe('a type in the API reference', () => {
  const render = (schema: z.ZodType, io: 'input' | 'output' = 'input') => {
    const schemas: Json = {}
    const json = toSchema(schema, io, schemas)
    return typeOf(json, { schemas, named: new Set(['Named']) })
  }

  it('in the API reference, the fields of a type have comments with limits, default and description', () => {
    const type = render(
      z.object({
        title: z.string().min(1).max(200),
        note: z.string().max(20).nullish().meta({ description: 'Free text.' }),
        status: z.enum(['open', 'done']).default('open'),
        share: z.number().gt(0).max(1).optional(),
        ids: z.array(z.string().regex(/^rev_[0-9]{1,64}$/)).max(3),
        at: z.iso.datetime(),
      }),
    )
    expect(type.split('\n')).toEqual([
      '{',
      '  title: string // 1 to 200 characters',
      '  note?: string | null // at most 20 characters. Free text.',
      '  status?: "open" | "done" // default "open"',
      '  share?: number // greater than 0, at most 1',
      '  ids: string[] // each rev_…, at most 3 items',
      '  at: string // ISO 8601',
      '}',
    ])
  })

  it('a union in the API reference has a separate block for each kind', () => {
    const union = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('point'), x: z.number() }),
      z.object({ kind: z.literal('path'), points: z.array(z.tuple([z.number(), z.number()])) }),
    ])
    expect(render(z.object({ shape: union.nullable() })).split('\n')).toEqual([
      '{',
      '  shape:',
      '    | {',
      '        kind: "point"',
      '        x: number',
      '      }',
      '    | {',
      '        kind: "path"',
      '        points: [number, number][]',
      '      }',
      '    | null',
      '}',
    ])
  })

  it('a type in the API reference refers to a named type by its name', () => {
    const Named = z.object({ a: z.string() }).meta({ id: 'Named' })
    expect([
      render(Named),
      render(Named.nullable()),
      render(z.array(Named.nullable())),
      render(z.record(z.string(), Named)),
    ]).toEqual(['Named', 'Named | null', '(Named | null)[]', 'Record<string, Named>'])
  })

  it('a nullable enum contains null only once, both in the API reference and in the schema', () => {
    const verdict = z.enum(['yes', 'no']).nullable()
    expect(render(verdict)).toBe('"yes" | "no" | null')
    expect(toSchema(verdict, 'output', {}).enum).toEqual(['yes', 'no', null])
  })

  it('the API reference states no bounds for an integer that is only limited to safe integers', () => {
    expect(noteOf(toSchema(z.int(), 'input', {}))).toBe('integer')
    expect(noteOf(toSchema(z.int().min(0), 'input', {}))).toBe('integer, at least 0')
  })
})
