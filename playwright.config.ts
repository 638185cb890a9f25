import { defineConfig } from '@playwright/test'
import { patience } from './tests/support/patience'

export default defineConfig({
  testDir: 'tests/e2e',
  timeout: patience(180_000),
  // A worker reads the load when it starts, which is often before the machine is busy.
  expect: { timeout: patience(60_000) },
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
    // Recording each action takes a quarter of the time. To look into a failure: --trace retain-on-failure
    screenshot: 'only-on-failure',
  },
})
