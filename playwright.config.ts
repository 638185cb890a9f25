import { defineConfig } from '@playwright/test'
import { chromiumArgs } from './scripts/chromium.mjs'
import { timeLimit } from './tests/support/time-limit'

export default defineConfig({
  testDir: 'tests/e2e',
  timeout: timeLimit(180_000),
  expect: { timeout: timeLimit(60_000) },
  // Each worker runs a server and a browser. More than two workers slow each other down on a small machine.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // An action that is not possible fails with its own name, before the time limit of its test.
    actionTimeout: timeLimit(60_000),
    navigationTimeout: timeLimit(60_000),
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: [...chromiumArgs, '--disable-gpu', '--disable-software-rasterizer'],
    },
    viewport: { width: 1440, height: 900 },
    // Tests do not wait for animations. Tests of animations switch them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording a trace takes a quarter of the time of a test. So only the second attempt of a failed test is
    // recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
