import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { root } from '../../support/paths'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import type { ApiIndex } from '#shared/contract/meta'
import { caller } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer()
const rows: Operation[] = Object.values(contract)

describe('/openapi.json', () => {
  it('/openapi.json is valid OpenAPI 3.0.3, and contains the contract version 1.0.0', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      openapi: string
      info: { version: string }
    }
    expect([document.openapi, document.info.version]).toEqual(['3.0.3', '1.0.0'])
    const folder = await mkdtemp(join(tmpdir(), 'exhibit-openapi-'))
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    const linted = await promisify(execFile)(
      'redocly',
      ['lint', join(folder, 'openapi.json'), '--config', join(root, 'redocly.yaml'), '--format', 'json'],
      {
        cwd: root,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    ).catch((error: { stdout: string; stderr: string }) => error)
    await rm(folder, { recursive: true })
    const { problems } = JSON.parse(linted.stdout) as {
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[]
    }
    expect(problems.map(each => [each.ruleId, each.message, each.location[0]?.pointer])).toEqual([])
  })

  it('/openapi.json contains every operation, and marks internal ones with x-internal', async () => {
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { 'x-internal'?: boolean; 'operationId': string }>>
    }
    for (const row of rows)
      expect(paths[row.path]?.[row.method.toLowerCase()]).toMatchObject({
        operationId: row.id,
        ...(row.internal && { 'x-internal': true }),
      })
    const deviceLogin = ['requestDeviceCode', 'pollDeviceToken']
    expect(
      Object.values(paths)
        .flatMap(each => Object.values(each))
        .map(each => each.operationId)
        .sort(),
    ).toEqual([...rows.map(row => row.id), ...deviceLogin].sort())
    expect(JSON.stringify(paths)).not.toMatch(/originalKey|embedKey|"hash"/)
  })

  it('/openapi.json defines every revision index as an integer of at least 1', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, { get: { parameters: { name: string; schema: unknown }[] } }>
      components: { schemas: Record<string, { properties: Record<string, unknown> }> }
    }
    const revision = document.paths['/v1/artifacts/{id}/download']?.get.parameters.find(
      each => each.name === 'revision',
    )
    expect(revision?.schema).toMatchObject({ type: 'integer', minimum: 1 })
    expect(document.components.schemas.Revision?.properties.index).toMatchObject({
      type: 'integer',
      minimum: 1,
    })
    expect(document.components.schemas.Round?.properties.summary).toMatchObject({ type: 'string' })
    expect(document.components.schemas.Round?.properties.summary).not.toHaveProperty('nullable')
  })
})

describe('every operation of the contract', () => {
  it('every operation has a route: no operation responds with "Endpoint not found"', async () => {
    const person = await signUp(server)
    for (const row of rows) {
      const path = row.path.replace(/\{(\w+)\}/g, 'x')
      const response = await person.call(row.method, path, row.method === 'GET' ? undefined : '')
      expect([row.id, JSON.stringify(response.body).includes('Endpoint not found')]).toEqual([row.id, false])
      expect([row.id, response.status < 500]).toEqual([row.id, true])
    }
  })

  it('an operation responds 405 with Allow to another HTTP method, for any Accept header', async () => {
    const response = await caller(server)('PUT', '/v1/projects', '', { accept: 'text/html' })
    expect(response).toMatchObject({ status: 405, body: { data: { error: 'method_not_allowed' } } })
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
  })
})

describe('GET /v1', () => {
  it('GET /v1 lists the public operations with their callers, and the URLs of the documents', async () => {
    const { body } = await caller(server)<ApiIndex>('GET', '/v1')
    expect(body).toMatchObject({ name: 'Exhibit', version: '1.0.0' })
    expect(body.endpoints.map(each => `${each.method} ${each.path}`)).toEqual(
      rows
        .filter(row => !row.internal && row.id !== 'bootstrapWorkspace')
        .map(row => `${row.method} ${row.path}`),
    )
    for (const url of Object.values(body.documentation))
      expect([url, (await fetch(url, { headers: { accept: 'text/markdown' } })).status]).toEqual([url, 200])
  })
})
