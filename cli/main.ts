#!/usr/bin/env node
import { checkNode } from './node-version'

// What older versions of Node.js cannot run, and may not even parse, is loaded after the check.
if (checkNode(process.argv.includes('--json'))) await import('./run')
