import { expect, it } from 'vitest'
import { forgeKinds } from '#shared/forge/dialects'
import { openForge } from '#shared/forge/forge'

const of = { apiUrl: 'https://forge.example/api', repository: 'acme/web' }

/** Opens a forge that responds to each request with this JSON. */
const forgeWith = (json: unknown, kind: (typeof forgeKinds)[number] = 'github') =>
  openForge(kind, of, 'secret', () => Promise.resolve(Response.json(json)))

it.each(forgeKinds)(
  'a list of comments of %s may contain entries without a comment, which are skipped',
  async kind => {
    const comment = { id: 7, body: 'Marked: one', user: { id: 1 }, author: { id: 1 } }
    const list = [null, 'text', {}, { id: 5, body: null }, { id: 6, body: 'Another' }, comment]
    const found = await forgeWith(list, kind).comments(1).list('Marked')
    expect(found.map(({ id, body, author }) => ({ id, body, author }))).toEqual([
      { id: 7, body: 'Marked: one', author: 1 },
    ])
  },
)

it.each([[null], [{ message: 'Sign in.' }], ['text']])(
  'the response %j to a request for comments causes an error that names the address',
  async json => {
    const address = `${of.apiUrl}/repos/acme/web/issues/1/comments`
    await expect(forgeWith(json).comments(1).list('')).rejects.toMatchObject({
      name: 'ForgeError',
      message: expect.stringContaining(`${address}?per_page=50&page=1 did not return`),
    })
  },
)

const pull = {
  ...{ state: 'open', sha: 'abc1', source_project_id: 1, target_project_id: 1 },
  ...{ head: { sha: 'abc1', repo: { full_name: 'acme/web' } }, base: { repo: { full_name: 'acme/web' } } },
}
const noPulls = [
  null,
  'text',
  { message: 'Sign in.' },
  { ...pull, head: null, sha: null },
  { ...pull, base: null, target_project_id: null },
  { ...pull, base: { repo: 5 }, target_project_id: '1' },
  { ...pull, state: 5 },
  { ...pull, merged_at: { a: 1 } },
]

it.each(forgeKinds.flatMap(kind => noPulls.map(json => [kind, json] as const)))(
  'on %s, the response %j to a request for a pull request causes an error that names the address',
  async (kind, json) => {
    await expect(forgeWith(json, kind).pullRequest(1)).rejects.toMatchObject({
      name: 'ForgeError',
      message: expect.stringContaining('did not return what the API of this forge returns'),
    })
  },
)

it.each(forgeKinds)('a pull request of %s is read, also if its branch was deleted', async kind => {
  const state = { commit: 'abc1', isOpen: true, mergedAt: null }
  expect(await forgeWith(pull, kind).pullRequest(1)).toEqual({ ...state, isFromFork: false })
  const deleted = { ...pull, head: { sha: 'abc1', repo: null }, source_project_id: null }
  expect(await forgeWith(deleted, kind).pullRequest(1)).toEqual({ ...state, isFromFork: true })
})

it.each(forgeKinds)('a description or a user of %s in an unexpected format causes an error', async kind => {
  const forge = forgeWith({ body: 5, description: 5, id: null }, kind)
  const noApi = { name: 'ForgeError', message: expect.stringContaining('did not return') as string }
  await expect(forge.changeDescription(1, text => text.trim())).rejects.toMatchObject(noApi)
  const comment = { id: 1, body: '', author: 1, isByBot: false }
  await expect(forge.comments(1).isOwn(comment)).rejects.toMatchObject(noApi)
})
