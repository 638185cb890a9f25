import { describe, expect, it } from 'vitest'
import {
  hasOwner,
  isSameRepository,
  readRepository,
  repositoryAddress,
  type NamedRepository,
} from '#shared/forge/repository-name'

function read(text: string): NamedRepository {
  const found = readRepository(text)
  if (!found) throw new Error(`"${text}" names no repository.`)
  return found
}

describe('the address of a repository', () => {
  it.each([
    ['https://github.com/acme/shop.git', 'github.com/acme/shop'],
    ['https://ann:secret@github.com/acme/shop', 'github.com/acme/shop'],
    ['https://x-access-token:ghs_1@GitHub.com/Acme/shop/', 'github.com/Acme/shop'],
    ['git@github.com:acme/shop.git', 'github.com/acme/shop'],
    ['ssh://git@ssh.github.com:443/acme/shop.git', 'github.com/acme/shop'],
    ['ssh://git@gitlab.example:2222/group/sub/shop.git', 'gitlab.example/group/sub/shop'],
    ['https://bitbucket.example/scm/acme/shop.git', 'bitbucket.example/acme/shop'],
    ['git@ssh.dev.azure.com:v3/acme/web/shop', 'dev.azure.com/acme/web/shop'],
    ['https://acme@dev.azure.com/acme/web/_git/shop', 'dev.azure.com/acme/web/shop'],
    ['http://localhost:3000/acme/shop', 'http://localhost/acme/shop'],
    ['https://[2001:db8::1]:3000/acme/shop', 'http://[2001:db8::1]/acme/shop'],
    ['https://github.com./acme/%73hop', 'github.com/acme/shop'],
    ['https://ssh.com/acme/shop', 'ssh.com/acme/shop'],
    ['git@ssh.bücher.de:acme/shop', 'bücher.de/acme/shop'],
    ['work:acme/shop.git', 'work:acme/shop'],
    ['ssh://git@work/acme/shop.git', 'work:acme/shop'],
    ['github.com/acme/shop', 'github.com/acme/shop'],
    ['acme/shop', 'acme/shop'],
    ['shop', 'shop'],
    ['/home/ann/shop/', 'shop'],
    ['/home/ann/shop/.git', 'shop'],
    ['file:///srv/git/shop.git', 'shop'],
    ['../shop', 'shop'],
    [String.raw`C:\work\shop`, 'shop'],
  ])('the address of the repository %j is %j, which is read as the same repository', (text, address) => {
    expect(repositoryAddress(read(text))).toBe(address)
    expect(read(address)).toEqual(read(text))
  })

  it.each([
    [''],
    ['  '],
    ['https://github.com/'],
    ['/'],
    ['a b?c'],
    ['acme//shop'],
    ['acme/../shop'],
    ['x#1'],
  ])('%j is not recognized as a repository', text => expect(readRepository(text)).toBeNull())
})

describe('two names of repositories', () => {
  it.each([
    ['https://github.com/acme/shop', 'git@github.com:Acme/Shop.git', true],
    ['https://github.com/acme/shop', 'acme/shop', true],
    ['https://github.com/acme/shop', 'work:acme/shop', true],
    ['https://github.com/acme/shop', 'http://gitea/acme/shop', false],
    ['https://github.com/acme/shop', 'https://gitlab.com/acme/shop', false],
    ['https://github.com/acme/shop', 'https://github.com/other/shop', false],
    ['acme/shop', 'shop', false],
  ])('the names %j and %j are of the same repository: %j', (a, b, same) => {
    expect([isSameRepository(read(a), read(b)), isSameRepository(read(b), read(a))]).toEqual([same, same])
  })

  it.each([
    ['shop', false],
    ['/home/ann/shop', false],
    ['acme/shop', true],
    ['https://git.example/shop', true],
  ])('the repository name %j includes the owner: %j', (text, expected) =>
    expect(hasOwner(read(text))).toBe(expected),
  )
})
