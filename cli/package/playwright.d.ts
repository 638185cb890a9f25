import type { Reporter } from '@playwright/test/reporter'
import type { ReporterOptions } from './options.js'

export type { ReporterOptions }

/** Sends what Playwright tests attach to an Exhibit server. */
declare const ExhibitReporter: new (options?: ReporterOptions) => Reporter
export default ExhibitReporter
