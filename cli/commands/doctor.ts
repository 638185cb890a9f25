import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { capabilities } from '#shared/contract/capabilities'
import { onOneLine } from '#shared/text/printable'
import { createApi, type Api } from '../api'
import { configFile, environmentToken, findServer, findToken } from '../account/config'
import { readChange, type ReviewOptions } from '../change/change'
import { findProject } from '../change/project'
import { findReferenced, nearReferences, requireId, type NamedReview } from '../change/review'
import { exitCodes, type ExitCode } from '../exit-codes'
import { describeError, Failure } from '../failure'
import { describeStatus } from '../next-step'
import { createOutput } from '../output'
import { notSignedIn, type GlobalOptions } from '../account/session'
import { version } from '../package-info'
import { reviewOptions } from './review-options'

/** The result of one check. */
interface Check {
  name: string
  ok: boolean
  detail: string
  /** The remedy if the check failed; null if it succeeded. */
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

/** Runs the checks in order. Stops after a failed check if all later checks depend on it. */
async function check(
  options: GlobalOptions & ReviewOptions,
): Promise<{ checks: Check[]; exitCode: ExitCode }> {
  const checks: Check[] = []
  let exitCode: ExitCode = exitCodes.done
  /** Runs a check, records its result or its error, and returns whether it succeeded. */
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
  if (!isReachable || !(await passes('token', () => describeToken(server)))) return { checks, exitCode }
  const api = createApi({ server, token: await findToken(server) })
  await passes('project', () => describeProject(api, options))
  await passes('review', () => describeReview(api, options))
  return { checks, exitCode }
}

async function describeChange(options: ReviewOptions): Promise<string> {
  const { externalRef, branch, prRef, commit } = await readChange(options)
  if (options.review) return `the review is ${options.review}.`
  if (!externalRef) return 'neither git nor CI names a branch or a pull request here.'
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
    ? `the command line has the version of the server, ${version()}.`
    : `the command line is ${version()}; the command line of the server is: ${commandLine.npx}`
  return `${name} responds; ${note}`
}

async function describeToken(server: string): Promise<string> {
  const token = await findToken(server)
  if (!token) throw notSignedIn(server)
  const api = createApi({ server, token })
  const { capabilities: granted, expiresAt } = await api.call('GET /v1/token')
  const { projects } = await api.call('GET /v1/projects', { query: { limit: 1 } })
  const source = token === environmentToken() ? 'EXHIBIT_TOKEN' : 'the saved token'
  const slugs = projects.map(each => each.slug).join(', ')
  const validity = expiresAt === null ? 'valid' : `valid until ${expiresAt}`
  const missing = capabilities.filter(each => !granted.includes(each))
  return [
    `${source} is ${validity}.`,
    `Its capabilities: ${granted.join(', ')}.`,
    ...(missing.length === 0 ? [] : [`It lacks: ${missing.join(', ')}.`]),
    `Its projects: ${slugs || 'none yet'}.`,
  ].join(' ')
}

async function describeProject(api: Api, options: ReviewOptions): Promise<string> {
  const change = await readChange(options)
  const project = await findProject(api, change, options)
  if (project) return `new reviews go to ${project.slug} (${project.id}).`
  return `there is none of ${change.repository ?? 'this change'}: the first push makes it.`
}

async function describeReview(api: Api, options: ReviewOptions): Promise<string> {
  if (options.review) {
    const params = { id: requireId(options.review, 'review') }
    return describe((await api.call('GET /v1/reviews/{id}', { params })).review)
  }
  const change = await readChange(options)
  const { externalRef } = change
  if (!externalRef) return 'none is named: give --ref, --pr or --review to each command.'
  const found = await findReferenced(api, { ...change, externalRef }, options)
  if (found) return describe(found)
  const near = await nearReferences(api, options, externalRef)
  const question = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  return `there is none named "${externalRef}" yet: the first push makes it.${question}`
}

const describe = ({ id, title, status, url }: NamedReview) =>
  `${id}, "${onOneLine(title)}". ${describeStatus(status)} ${url}`
