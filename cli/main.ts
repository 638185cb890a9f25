#!/usr/bin/env node
import { checkNode } from './node-version'

// Older versions of Node.js cannot run, or even parse, the other modules: they are loaded after the check.
if (checkNode(process.argv.includes('--json'))) await import('./run')
