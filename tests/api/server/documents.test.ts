import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import { startStage } from '../../support/stage'
import { caller } from '../../support/client'

const { server } = await startStage()
afterAll(() => server.stop())
const refused = (status: number, error: string, field?: string | null) => ({
  status,
  body: { statusCode: status, data: { error, ...(field !== undefined && { field }) } },
})

describe('the contract', () => {
  it('is readable as Markdown: reference, command line, and the quickstart for who accepts it', async () => {
    const api = await fetch(`${server.url}/docs/api.md`)
    const text = await api.text()
    expect(api.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    for (const row of Object.values(contract).filter(each => !each.internal))
      expect(text).toContain(`### ${row.method} ${row.path}\n`)
    expect(text).toContain('| title | string, at least 1 characters, at most 200 characters | yes |')
    expect(await (await fetch(`${server.url}/docs/cli.md`)).text()).toContain(server.url)
    const quickstart = await fetch(`${server.url}/developers`, { headers: { accept: 'text/markdown' } })
    expect([quickstart.headers.get('content-type'), await quickstart.text()]).toEqual([
      'text/markdown; charset=utf-8',
      expect.stringContaining(`curl -s ${server.url}/v1/projects`),
    ])
    expect(
      (await fetch(`${server.url}/developers/`, { headers: { accept: 'text/markdown' } })).headers.get(
        'content-type',
      ),
    ).toContain('text/markdown')
    expect(
      (await fetch(`${server.url}/developers`, { headers: { accept: 'text/html' } })).headers.get(
        'content-type',
      ),
    ).toContain('text/html')
  })

  it('answers HEAD where it answers GET', async () => {
    const answer = await fetch(`${server.url}/v1`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

describe('a request', () => {
  it('for a public document may be a HEAD, and never leads to a page', async () => {
    const nobody = caller(server)
    for (const path of ['/openapi.json', '/docs/api.md', '/docs/cli.md']) {
      expect([path, (await fetch(server.url + path, { method: 'HEAD' })).status]).toEqual([path, 200])
      expect([path, await nobody('POST', path, undefined, { accept: 'text/html' })]).toMatchObject([
        path,
        refused(405, 'method_not_allowed'),
      ])
    }
    expect(await nobody('GET', '/docs/nothing.md')).toMatchObject(refused(404, 'not_found'))
  })
})
