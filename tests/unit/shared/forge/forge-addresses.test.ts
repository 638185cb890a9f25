import { describe, expect, it } from 'vitest'
import { dialects, forgeKinds, isCommitHash, repositoryPattern } from '#shared/forge/dialects'
import { openForge } from '#shared/forge/forge'

const apiUrl = 'https://forge.example/api'

describe.each(forgeKinds)('the API URLs of %s', kind => {
  const of = { apiUrl, repository: 'acme/web' }

  it('an API URL of a forge keeps each parameter within one path segment', () => {
    const chosen = '../merge_requests/1/approve?x#y'
    const { pathname, search, hash } = new URL(dialects[kind].statuses(of, chosen))
    expect([search, hash]).toEqual(['', ''])
    expect(pathname).toMatch(/\/acme(\/|%2F)web\/statuses\/[^/]+$/)
    expect(decodeURIComponent(pathname.split('/').at(-1) ?? '')).toBe(chosen)
  })

  it.each(['', '.', '..'])(
    'an API URL of a forge rejects the path segment %j, which would lead elsewhere',
    segment => {
      expect(() => dialects[kind].statuses(of, segment)).toThrow('cannot be part of an address')
    },
  )
})

it('the API URL of GitHub rejects a repository in which a path segment is “..”', () => {
  expect(() => dialects.github.repository({ apiUrl, repository: 'acme/..' })).toThrow('cannot be part')
})

it('a commit status is sent only for a hash of 4 to 64 hexadecimal digits', async () => {
  expect(
    ['c0f', 'c0ff', 'C0FFEE5', 'a'.repeat(64), 'a'.repeat(65), 'c0ffg', 'c0ff '].map(isCommitHash),
  ).toEqual([false, true, true, true, false, false, false])
  const forge = openForge('github', { apiUrl, repository: 'acme/web' }, 'secret', () => {
    throw new Error('a request was sent')
  })
  const status = { state: 'success', description: '', url: '' } as const
  await expect(forge.setStatus('main', status)).rejects.toThrow('"main" is no commit')
})

it('the name of a repository has an owner, and no part that consists only of dots', () => {
  const names = ['a/b', 'a/b/c', 'a.b/..c', 'a', 'a/', '/b', 'a//b', 'a/..', './b', 'a/../b', 'a/b?c']
  expect(names.filter(each => repositoryPattern.test(each))).toEqual(['a/b', 'a/b/c', 'a.b/..c'])
})

it('an error message of a forge is shown without the token', async () => {
  const token = 'ghp_s3cret'
  const respond = (message: string) => Promise.resolve(Response.json({ message }, { status: 422 }))
  const forge = (message: string) =>
    openForge('github', { apiUrl, repository: 'acme/web' }, token, () => respond(message))
  const status = { state: 'success', description: '', url: '' } as const
  await expect(forge(`bad credentials: Bearer ${token}.`).setStatus('c0ffee', status)).rejects.toThrow(
    /failed with 422: bad credentials: Bearer …\.$/,
  )
  // An error message that is cut off in the middle of the token contains no part of the token either.
  const error = await forge('x'.repeat(195) + token)
    .setStatus('c0ffee', status)
    .catch(String)
  expect(error).not.toContain('ghp_')
})
