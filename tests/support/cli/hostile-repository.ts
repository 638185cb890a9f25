import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newFolder } from './cli'

const run = promisify(execFile)

/**
 * A repository whose configuration names a program wherever Git could run one, such as the pager or the
 * credential helper. The program records each of its runs in a file.
 */
export interface HostileRepository {
  cwd: string
  /**
   * A bare copy of the repository in a subfolder of `cwd`. Git finds this copy if it runs in the subfolder.
   */
  bare: string
  /** The id of a commit that the repository does not have, as in a partial clone. */
  missing: string
  /** Returns a line for each run of the program, with its arguments. */
  runs: () => Promise<string>
}

/** Makes a {@link HostileRepository}. Its commit has a signature, which Git checks with a program. */
export async function hostileRepository(): Promise<HostileRepository> {
  const outside = await newFolder('marks')
  const [program, mark] = [join(outside, 'program.sh'), join(outside, 'runs')]
  await writeFile(program, `#!/bin/sh\necho "$0 $*" >> ${mark}\n`)
  await chmod(program, 0o755)
  const cwd = await newFolder('hostile')
  const git = async (...args: string[]) => (await run('git', args, { cwd })).stdout.trim()
  await git('init', '--quiet', '--initial-branch', 'main')
  await writeFile(join(cwd, 'page.html'), '<h1>Page</h1>')
  await git('add', 'page.html')
  const person = 'Ann <ann@example.com> 1700000000 +0000'
  const signature = '-----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----'
  const tree = await git('write-tree')
  const commit = `tree ${tree}\nauthor ${person}\ncommitter ${person}\ngpgsig ${signature}\n\nSubject\n`
  await writeFile(join(outside, 'commit'), commit)
  await git('update-ref', 'HEAD', await git('hash-object', '-t', 'commit', '-w', join(outside, 'commit')))
  await mkdir(join(cwd, '.git/hooks'), { recursive: true })
  await cp(program, join(cwd, '.git/hooks/post-checkout'))
  const settings = {
    'core.fsmonitor': program,
    'core.pager': program,
    'core.sshCommand': program,
    'credential.helper': `!${program}`,
    'diff.external': program,
    'extensions.partialClone': 'origin',
    'gpg.program': program,
    'log.showSignature': 'true',
    'protocol.ext.allow': 'always',
    'remote.origin.promisor': 'true',
    'remote.origin.url': `ext::${program} %S`,
  }
  await git('config', 'core.repositoryFormatVersion', '1')
  for (const [name, value] of Object.entries(settings)) await git('config', name, value)
  const bare = join(cwd, 'fixtures')
  await cp(join(cwd, '.git'), bare, { recursive: true })
  await run('git', ['config', '--file', join(bare, 'config'), 'core.bare', 'true'])
  return {
    cwd,
    bare,
    missing: '1234567890123456789012345678901234567890',
    runs: async () => (existsSync(mark) ? readFile(mark, 'utf8') : ''),
  }
}
