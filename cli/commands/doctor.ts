import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { createApi, type Api } from '../api'
import { configFile, findServer, findToken } from '../config'
import { readChange, type ReviewOptions } from '../change/change'
import { describeError, exitCodes, Failure, type ExitCode } from '../failure'
import { createOutput } from '../output'
import type { GlobalOptions } from '../session'
import { version } from '../version'
import { reviewOptions } from './review-options'

/** What one check found. */
interface Check {
  name: string
  ok: boolean
  detail: string
  /** What to do, where it is not ok. */
  hint: string | null
}

/** Adds `exhibit doctor`. */
export function addDoctor(program: Command): void {
  reviewOptions(program.command('doctor'))
    .summary('Check the server, the token, the project and the review that commands would use')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & ReviewOptions>()
      const output = createOutput(options.json ?? false)
      const { checks, exitCode } = await check(options)
      const lines = checks.map(
        ({ name, ok, detail, hint }) => `${ok ? 'ok  ' : 'FAIL'} ${name}: ${detail}${hint ? ` ${hint}` : ''}`,
      )
      output.result({ ok: exitCode === exitCodes.done, version: version(), checks }, lines.join('\n'))
      process.exitCode = exitCode
    })
}

/** Runs the checks in turn, up to the first that all others depend on. */
async function check(
  options: GlobalOptions & ReviewOptions,
): Promise<{ checks: Check[]; exitCode: ExitCode }> {
  const checks: Check[] = []
  let exitCode: ExitCode = exitCodes.done
  /** Returns whether a check succeeds; its error is a finding. */
  async function passes(name: string, run: () => Promise<string>): Promise<boolean> {
    try {
      checks.push({ name, ok: true, detail: await run(), hint: null })
      return true
    } catch (error) {
      const { message, hint, exitCode: code } = describeError(error)
      checks.push({ name, ok: false, detail: message, hint })
      if (exitCode === exitCodes.done) exitCode = code
      return false
    }
  }
  let server = ''
  await passes('change', () => describeChange(options))
  await passes('config', describeConfig)
  const isReachable =
    (await passes('server', async () => (server = await findServer(options.server)))) &&
    (await passes('version', () => describeVersion(createApi({ server }))))
  if (isReachable) await passes('token', () => describeToken(server))
  return { checks, exitCode }
}

async function describeChange(options: ReviewOptions): Promise<string> {
  const { externalRef, branch, prRef, commit } = await readChange(options)
  if (!externalRef) return 'no branch or pull request: name reviews with --ref, --pr or --review.'
  const facts = [branch && `branch ${branch}`, prRef, commit?.slice(0, 7)].filter(Boolean).join(', ')
  return `the review is named "${externalRef}" (${facts || 'given'}).`
}

async function describeConfig(): Promise<string> {
  const file = configFile()
  const found = await stat(file).catch(() => null)
  if (!found) return `${file} does not exist.`
  const mode = found.mode & 0o777
  if (process.platform !== 'win32' && mode & 0o077)
    throw new Failure('config_mode', `Others may read ${file}, which has tokens.`, `Run: chmod 600 '${file}'`)
  return `${file}, readable by you alone.`
}

async function describeVersion(api: Api): Promise<string> {
  const { name, commandLine } = await api.call('GET /v1')
  const own = version().replace('+', '-')
  const note = commandLine.npx.includes(`/cli-${own}.tgz`)
    ? `the command line is that of the server, ${version()}.`
    : `the command line is ${version()}; that of the server is: ${commandLine.npx}`
  return `${name} responds; ${note}`
}

async function describeToken(server: string): Promise<string> {
  const token = await findToken(server)
  if (!token)
    throw new Failure(
      'not_signed_in',
      `Not signed in to ${server}.`,
      `Run "exhibit login ${server}", or set EXHIBIT_TOKEN to an agent token.`,
      exitCodes.notSignedIn,
    )
  const { projects } = await createApi({ server, token }).call('GET /v1/projects', { query: { limit: 1 } })
  const source = process.env.EXHIBIT_TOKEN ? 'EXHIBIT_TOKEN' : 'the saved token'
  return `${source} is valid, for ${projects.map(each => each.slug).join(', ') || 'no project yet'}.`
}
