import { InvalidArgumentError, type Command } from 'commander'
import { portText } from '../capture/serve/dev-server'
import { planShots, type Step } from '../capture/plan-shots'
import { takeShots } from '../capture/shots'
import { usageFailure } from '../failure'
import { captureAndSend, captureOptions, pixels, usualHeight, type CaptureOptions } from './capture'
import { redactOption } from './send-options'

interface Options extends CaptureOptions {
  widths: number[]
  scale: number
  full?: boolean
}

const DEFAULT_WIDTH = 1280
const MAX_SHOTS = 50
const MAX_SCALE = 3

/** Adds `exhibit shot`. */
export function addShot(program: Command): void {
  // Steps (clicks and waits) run in the order in which their options are given.
  const steps: Step[] = []
  const step = (kind: Step['kind']) => (selector: string) => {
    steps.push({ kind, selector })
    return steps
  }
  const command = program
    .command('shot')
    .summary('Take screenshots of pages and send them with what the pages contain')
    .description(
      'Takes pictures of pages with the Chrome or Chromium of this machine, or the one of Playwright, and ' +
        'sends them to the review of this change, with a map of the elements: a comment then names the ' +
        'element that it is on, and the line of its code in a development build. The titles come from ' +
        'path and width, so that the next run revises the same evidence.',
    )
    .argument('<url...>', `addresses of pages; ${portText} means the port of --serve`)
    .option('--widths <pixels>', 'widths of the window, such as 390,1280', widths, [DEFAULT_WIDTH])
    .option('--scale <factor>', 'pixels of the picture for each CSS pixel, 1 to 3', scale, 1)
    .option('--dark', 'take each picture in the dark color scheme too')
    .option('--full', 'take the whole page, not only the window')
    .option('--wait-for <selector>', 'wait until this is visible; repeatable', step('wait-for'))
    .option('--click <selector>', 'click this, a CSS selector or text=…; repeatable', step('click'))
    .addHelpText('after', examples)
    .action(async (urls: string[], _options, command: Command) => run(urls, steps, command.optsWithGlobals()))
  redactOption(captureOptions(command))
}

const examples = `
Examples:
  exhibit shot http://localhost:3000/cart --widths 390,1280
  exhibit shot http://localhost:{port}/ --serve "npm run dev" --before main --dark
  exhibit shot http://localhost:3000/ --out shots
  exhibit shot http://localhost:3000/ --click "text=Menu" --wait-for "[role=menu]" --scenario "menu open"`

async function run(urls: string[], steps: Step[], options: Options): Promise<void> {
  const heightOf = (width: number) => options.height ?? usualHeight(width)
  const shots = planShots(urls, { ...options, steps, heightOf })
  if (shots.length > MAX_SHOTS)
    throw usageFailure(
      `These are ${shots.length} pictures; the limit is ${MAX_SHOTS}.`,
      'Take fewer at once.',
    )
  await captureAndSend(
    urls,
    options,
    async state => takeShots(shots, { ...state, steps, isFull: options.full === true }),
    ({ title }) => {
      const { route, width = 0, height = 0, scale: factor } = shots.find(each => each.title === title) ?? {}
      return { route, viewport: { width, height, deviceScaleFactor: factor } }
    },
  )
}

const widths = (text: string): number[] => [...new Set(text.split(',').map(pixels))]

function scale(text: string): number {
  const factor = Number(text)
  if (factor >= 1 && factor <= MAX_SCALE) return factor
  throw new InvalidArgumentError(`Give a number from 1 to ${MAX_SCALE}.`)
}
