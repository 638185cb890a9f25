import type { Reporter } from '@playwright/test/reporter'
import type { ReporterOptions } from './options.js'

export type { ReporterOptions }

/** Sends attachments of Playwright tests to an Exhibit server. */
declare const ExhibitReporter: new (options?: ReporterOptions) => Reporter
export default ExhibitReporter
