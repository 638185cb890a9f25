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

it('the response null to a request for a pull request causes an error that names the address', async () => {
  await expect(forgeWith(null).pullRequest(1)).rejects.toMatchObject({ name: 'ForgeError' })
})
