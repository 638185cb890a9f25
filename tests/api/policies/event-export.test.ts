import { describe, expect, it } from 'vitest'
import type { AdminEvent } from '#shared/contract/admin'
import type { AuditEvent } from '#shared/contract/event'
import { adminFixture } from '../../support/people/servers'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'

const { server, admin, adminAction } = await adminFixture()

const get = (path: string, who?: { cookie: string }) =>
  fetch(new URL(path, server.url), { headers: who ? { cookie: who.cookie } : {} })

/** Returns the cells of a CSV file whose cells are all quoted. */
const rowsOf = (csv: string) =>
  csv
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean)
    .map(row => row.slice(1, -1).split('","'))

describe('the export of the activity of a workspace', () => {
  it('an export of the audit log contains all events that match its filters, from all pages', async () => {
    const ann = await signUp(server, 'Ann')
    const agent = await ann.agent()
    const [projectId, other] = [await ann.project('Acme'), await ann.project('Other')]
    for (let count = 0; count < 110; count++) await newReview(agent, count < 105 ? projectId : other)
    const path = `/api/workspaces/${ann.workspaceId}/events`
    const listed: AuditEvent[] = []
    for (let next: string | null = ''; next !== null;) {
      const query: string = next && `?before=${next}`
      const { body } = await ann.call<{ events: AuditEvent[]; next: string | null }>('GET', path + query)
      listed.push(...body.events)
      next = body.next
    }
    expect(listed.length).toBeGreaterThan(110)

    const lines = await get(`${path}/export?format=jsonl`, ann)
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson')
    expect(lines.headers.get('content-disposition')).toContain("Ann's workspace activity.jsonl")
    const events = (await lines.text()).trimEnd().split('\n')
    expect(events.map(line => JSON.parse(line) as AuditEvent)).toEqual(listed)

    const table = await get(`${path}/export`, ann)
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [header, ...rows] = rowsOf(await table.text())
    expect(header?.slice(0, 4)).toEqual(['Time', 'Event', 'Description', 'Actor'])
    expect(rows.map(row => row.at(-1))).toEqual(listed.map(event => event.id))
    expect(rows[0]?.slice(0, 6)).toEqual([
      ...[listed[0]?.createdAt, 'review.created', 'Review created', 'ci-agent', 'agent'],
      listed[0]?.actor.id,
    ])

    const filtered = async (query: string) =>
      rowsOf(await (await get(`${path}/export?format=csv&${query}`, ann)).text()).length - 1
    expect(await filtered(`kind=review.created&projectId=${other}`)).toBe(5)
    expect(await filtered('kind=project')).toBe(2)
    expect(await filtered(`actorId=${ann.id}`)).toBe(listed.filter(each => each.actor.id === ann.id).length)
    expect(await filtered(`before=${listed[99]?.id}`)).toBe(listed.length - 100)
  })

  it('a cell of an export that a spreadsheet would run as a formula is exported as text', async () => {
    const ann = await signUp(server, '=1+1')
    await newReview(await ann.agent(), await ann.project(), '@SUM(A1), "x"')
    const csv = await (await get(`/api/workspaces/${ann.workspaceId}/events/export`, ann)).text()
    expect(csv).toContain(`"'=1+1"`)
    expect(csv).toContain(`"'@SUM(A1), ""x"""`)
  })

  it('only owners can export the audit log of a workspace, and a wrong format is refused', async () => {
    const ann = await signUp(server)
    const path = `/api/workspaces/${ann.workspaceId}/events/export`
    const member = await joined(server, ann, 'Mel', 'member')
    const outsider = await signUp(server)
    const agent = await ann.agent()
    expect([
      (await get(path)).status,
      (await get(path, member)).status,
      (await get(path, outsider)).status,
      (await agent('GET', path)).status,
    ]).toEqual([401, 403, 404, 403])
    const invalid = await ann.call('GET', `${path}?format=xml`)
    expect(invalid).toMatchObject({ status: 422, body: { data: { field: 'format' } } })
  })
})

describe('the export of the activity of administrators', () => {
  it('an export of the administrators’ audit log has all actions, and only they can read it', async () => {
    const person = await signUp(server, 'Zoe')
    await adminAction(person.id, 'suspend', '=Spam')
    await adminAction(person.id, 'unsuspend', 'Cleared')
    const path = '/api/admin/events/export'
    const lines = (await (await get(`${path}?format=jsonl`, admin)).text()).trimEnd().split('\n')
    const listed = (await admin.call<{ events: AdminEvent[] }>('GET', '/api/admin/events')).body.events
    const read = lines.map(line => JSON.parse(line) as AdminEvent)
    expect(read.slice(0, listed.length)).toEqual(listed)
    const rows = rowsOf(await (await get(path, admin)).text())
    const ofPerson = rows.filter(row => row.includes(person.id))
    expect(ofPerson.map(row => row.slice(1, 6))).toEqual([
      ['person.unsuspended', 'Ada', admin.id, 'Zoe', 'Cleared'],
      ['person.suspended', 'Ada', admin.id, 'Zoe', "'=Spam"],
    ])
    expect((await get(path, person)).status).toBe(404)
    expect((await get(path)).status).toBe(404)
  })
})
