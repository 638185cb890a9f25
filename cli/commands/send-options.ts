import { InvalidArgumentError, type Command } from 'commander'
import { limits } from '#shared/contract/kit/limits'
import type { GlobalOptions } from '../account/session'
import { DEFAULT_PARALLEL, MAX_PARALLEL } from '../push/push'
import type { SendOptions } from '../push/send-and-report'
import type { Redaction } from '../push/send-form'
import type { Description } from '../push/planned-file'
import { textWithin } from './arguments'
import { reviewOptions } from './review-options'

/** The values of {@link sendOptions}. */
export interface SendCommandOptions extends GlobalOptions, SendOptions {
  description?: string
  scenario?: string
  group?: string
  round?: string
  roundSummary?: string
  address?: string[]
}

/** Adds the options of every command that sends evidence, with the options that identify the review. */
export const sendOptions = (command: Command): Command =>
  reviewOptions(command)
    .option('--review-title <text>', 'title of the review (default: of the pull request or commit)', title)
    .option(
      '--address <thread>',
      'mark this thread addressed once the files are sent: its id, or ID="what changed"; one file ' +
        'alone revises the evidence that it is on; repeatable',
      collect,
    )
    .option('--force', 'let --address reply with files that show what the comment is about')
    .option(
      '--update-pr',
      'write the evidence into the description of the pull request, between markers; in CI with the token ' +
        'of the job, else through gh',
    )
    .option('--changed-only', 'leave out files that are the same as what people accepted')
    .option('--description <text>', 'what the screen shows')
    .option('--scenario <text>', 'the state that was captured, such as "empty cart"')
    .option('--group <name>', 'variations of one screen have the same group')
    .option('--round <key>', 'revisions with the same key make a round')
    .option('--round-summary <text>', 'what the round changes')
    .option('--parallel <count>', 'files compared with the review at once', parallel, DEFAULT_PARALLEL)

/** Adds the option to paint over areas of images. */
export const redactOption = (command: Command): Command =>
  command.option(
    '--redact <x,y,width,height>',
    'paint over this area, in fractions of the image from its upper left corner; repeatable',
    redact,
  )

/** Returns the declared fields that the options state. */
export function describedBy(options: SendCommandOptions): Description {
  const { description, scenario, group, round, roundSummary } = options
  return { description, scenario, variationGroup: group, roundKey: round, roundSummary }
}

/** Parses a title. */
export const title = textWithin(limits.title)

/** Collects the values of a repeatable option. */
export const collect = (file: string, others: string[] = []): string[] => [...others, file]

function redact(text: string, others: Redaction = []): Redaction {
  const numbers = text.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part)))
  const [x, y, width, height] = numbers
  if (numbers.length === 4 && numbers.every(each => each >= 0 && each <= 1))
    return [...others, { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 }]
  throw new InvalidArgumentError('Give four numbers from 0 to 1, such as 0.1,0.2,0.3,0.05.')
}

function parallel(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_PARALLEL) return count
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_PARALLEL}.`)
}
