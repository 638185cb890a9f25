import { defineText } from './define-text'

/** The texts of the quickstart. Its steps are in `shared/quickstart.ts`. */
export const text = defineText({
  title: 'Quickstart',
  heading: 'Quickstart for agents',
  introduction:
    'Run these commands against this server, in order. See also: {reference}, {openapi}, {commandLine}.',
  reference: 'API reference',
  openapi: 'openapi.json',
  commandLine: 'command line',
})
