import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { runGit, tryGit } from '../../../../cli/change/run-git'
import { newFolder } from '../../../support/cli/cli'
import { hostileRepository } from '../../../support/cli/hostile-repository'

describe('Git in a repository whose configuration names programs', () => {
  it('plain Git runs programs of the repository, which proves that the other tests can fail', async () => {
    const { cwd, missing, runs } = await hostileRepository()
    const git = (...args: string[]) => promisify(execFile)('git', args, { cwd }).catch(() => null)
    let before = await runs()
    for (const args of [
      ['log', '-1', '--format=%s'],
      ['ls-files', '--others'],
      ['rev-parse', '--verify', `${missing}^{commit}`],
      ['worktree', 'add', '--quiet', '--detach', join(await newFolder(), 'tree'), 'HEAD'],
    ]) {
      await git(...args)
      const after = await runs()
      expect([args[0], after === before]).toEqual([args[0], false])
      before = after
    }
  })

  it('reading the repository runs no program that its configuration names', async () => {
    const { cwd, missing, runs } = await hostileRepository()
    const options = { cwd }
    const before = await runs()
    expect(await runGit(['log', '-1', '--format=%s'], options)).toBe('Subject')
    expect(await runGit(['ls-files', '--cached', '--others', '--exclude-standard'], options)).toMatch(/page/)
    expect(await runGit(['symbolic-ref', '--short', 'HEAD'], options)).toBe('main')
    expect(await runGit(['remote', 'get-url', 'origin'], options)).toMatch(/^ext::/)
    expect(await tryGit(['rev-parse', '--verify', `${missing}^{commit}`], options)).toBeUndefined()
    expect(await runs()).toBe(before)
  })

  it('a checkout runs no hook and no file system monitor of the repository', async () => {
    const { cwd, runs } = await hostileRepository()
    const before = await runs()
    const folder = join(await newFolder(), 'tree')
    await runGit(['worktree', 'add', '--quiet', '--detach', folder, 'HEAD'], { cwd, mayConnect: true })
    expect(await runs()).toBe(before)
  })

  it('a folder that looks like a bare repository is not used as a repository', async () => {
    const { bare, runs } = await hostileRepository()
    const before = await runs()
    expect(await tryGit(['log', '-1', '--format=%s'], { cwd: bare })).toBeUndefined()
    expect(await runs()).toBe(before)
  })
})
