import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import { cachedOperations } from '~~/server/response-cache/cached-operations'
import { operations } from '~~/server/transport/operations'

const server = join(import.meta.dirname, '../../../server')

/** Routes that are not operations of the contract, each with the reason. */
const others: Record<string, string> = {
  'api/auth/[...all].ts': 'sign-up, sign-in and the device flow belong to the authentication library',
  'api/metrics.get.ts': 'the metrics for the operator, in the format of Prometheus',
  'routes/oauth/authorize.get.ts': 'a redirect to the page /connect',
  'routes/.well-known/oauth-protected-resource/index.get.ts': 'metadata of the MCP server (RFC 9728)',
  'routes/.well-known/oauth-protected-resource/mcp.get.ts': 'the same at the path of the resource',
  'routes/.well-known/oauth-authorization-server.get.ts': 'metadata of OAuth (RFC 8414)',
  'routes/mcp.post.ts': 'the Model Context Protocol, whose tools call operations',
  'routes/openapi.json.get.ts': 'the machine-readable form of the contract itself',
  'routes/llms.txt.get.ts': 'a document that links to the others',
  'routes/docs/index.get.ts': 'the page or the document to begin with',
  'routes/docs/api.md.get.ts': 'a document generated from the contract',
  'routes/docs/api/[group].get.ts': 'parts of that document',
  'routes/docs/cli.md.get.ts': 'a document about the command line',
  'routes/docs/[guide].get.ts': 'documents of the folder docs',
  'routes/page-context.js.get.ts': 'a script that lists the elements of a page',
  'routes/skill.md.get.ts': 'the skill for coding agents, as one document',
  'routes/skill/SKILL.md.get.ts': 'a file of the skill',
  'routes/skill/references/http.md.get.ts': 'a file of the skill',
}

const files = ['api', 'routes'].flatMap(folder =>
  readdirSync(join(server, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(server.length + 1)),
)

const rows: Operation[] = Object.values(contract)

/** Returns the possible paths of the file from which Nitro serves an operation. */
function candidatesOf(row: Operation): string[] {
  const path = row.path.replace(/\{(\w+)\}/g, '[$1]').slice(1)
  const base = path.startsWith('api/') ? path : `routes/${path}`
  const suffix = `.${row.method.toLowerCase()}.ts`
  return [`${base}${suffix}`, `${base}/index${suffix}`]
}

describe('an operation of the contract', () => {
  it('an operation has an ETag if and only if cached-operations.ts defines its state', () => {
    const withEtag = rows.filter(row => row.hasEtag).map(row => row.id)
    expect(Object.keys(cachedOperations).sort()).toEqual(withEtag.sort())
  })

  it('server/transport/operations.ts has exactly one function for each operation', () => {
    expect(Object.keys(operations).sort()).toEqual(rows.map(row => row.id).sort())
    for (const [id, row] of Object.entries(contract)) expect(row.id).toBe(id)
  })

  it.each(rows.map(row => [row.id, row] as const))(
    'an operation has exactly one route file, at its path and method: %s',
    (id, row) => {
      const found = candidatesOf(row).filter(file => files.includes(file))
      expect(found).toHaveLength(1)
      const source = readFileSync(join(server, found[0] ?? ''), 'utf8')
      const ordinary = row.waits ? 'defineLongPoll' : 'defineOperation'
      const define = row.hasEtag ? 'defineCachedOperation' : ordinary
      expect(source).toMatch(/^(?:import [^\n]*\n)+\nexport default \w+\('\w+'(?:, \{[^]*\})?\)\n$/)
      expect(source).toContain(`export default ${define}('${id}'`)
    },
  )
})

describe('a route file', () => {
  it('each route file belongs to an operation of the contract, or is listed with a reason', () => {
    const served = new Set(rows.flatMap(candidatesOf))
    expect(files.filter(file => !served.has(file)).sort()).toEqual(Object.keys(others).sort())
  })
})
