import type { Reporter } from 'vitest/node'
import type { ReporterOptions } from './options.js'

export type { ReporterOptions }

/** Sends attachments of Vitest tests to an Exhibit server. */
declare const ExhibitReporter: new (options?: ReporterOptions) => Reporter
export default ExhibitReporter
