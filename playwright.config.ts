import { defineConfig } from '@playwright/test'
import { timeLimit } from './tests/support/time-limit'

export default defineConfig({
  testDir: 'tests/e2e',
  timeout: timeLimit(180_000),
  expect: { timeout: timeLimit(60_000) },
  // Each worker has a server and a browser of its own; more than two slow each other on a small machine.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
        '--disable-software-rasterizer',
      ],
    },
    viewport: { width: 1440, height: 900 },
    // Nothing waits for an animation; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes a quarter of the time, so that only the second try of a test that failed is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
