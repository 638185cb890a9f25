#!/usr/bin/env node
import { checkNode } from './node-version'

// Modules that older versions of Node.js cannot run, or even parse, are loaded after the check.
if (checkNode(process.argv.includes('--json'))) await import('./run')
