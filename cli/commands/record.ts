import type { Command } from 'commander'
import { playwrightOfRepository } from '../capture/browser/find-browser'
import { portText } from '../capture/serve/dev-server'
import { describeUrl, fileNameOf } from '../capture/titles'
import { record } from '../capture/video/record'
import { loadScript } from '../capture/video/script'
import { captureAndSend, captureOptions, pixels, usualHeight, type CaptureOptions } from './capture'

interface Options extends CaptureOptions {
  script: string
  width: number
}

const DEFAULT_WIDTH = 1280

/** Adds `exhibit record`. */
export function addRecord(program: Command): void {
  const command = program
    .command('record')
    .summary('Record a page while a script uses it, and send the video with what happened')
    .description(
      'Opens a page, runs a script that uses it, and sends the video to the review of this change, ' +
        'with its events: actions, navigations, console messages, errors and failed requests. A comment ' +
        'then states the events around its moment. The page of the script is that of Playwright if the ' +
        'repository has it, else it has goto, click, fill, press, waitForSelector and a few more.',
    )
    .argument('<url>', `address of the page; ${portText} means the port of --serve`)
    .requiredOption('--script <file>', 'an ES module: export default async ({ page }) => { … }')
    .option('--width <pixels>', 'width of the window', pixels, DEFAULT_WIDTH)
    .option('--dark', 'in the dark color scheme')
    .addHelpText('after', examples)
    .action(async (url: string, _options, command: Command) => run(url, command.optsWithGlobals()))
  captureOptions(command)
}

const examples = `
Examples:
  exhibit record http://localhost:3000/cart --script checkout.mjs --title "Checkout"
  exhibit record http://localhost:{port}/ --serve "npm run dev" --script checkout.mjs --before main

  checkout.mjs:
  export default async ({ page }) => {
    await page.fill('#email', 'ann@example.com')
    await page.click('#buy')
    await page.waitForSelector('text=Thank you')
  }`

async function run(url: string, options: Options): Promise<void> {
  const { route, name } = describeUrl(url)
  const script = await loadScript(options.script)
  // Video encoders need an even width and height.
  const [width, height] = [options.width, options.height ?? usualHeight(options.width)].map(even)
  const title = options.title ?? `${name}, ${width} px${options.dark ? ', dark' : ''}`
  const size = { width: width ?? 0, height: height ?? 0 }
  await captureAndSend(
    [url],
    options,
    async state => [
      await record(
        {
          ...size,
          url: state.address(url),
          title,
          name: fileNameOf(title),
          isDark: options.dark === true,
          script,
        },
        state,
      ),
    ],
    () => ({ route, viewport: size }),
    // Only Playwright connects to the browser by a port, so the port is opened only if the repository has
    // Playwright.
    { port: playwrightOfRepository() !== null },
  )
}

const even = (size: number): number => size + (size % 2)
