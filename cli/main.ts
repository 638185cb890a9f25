#!/usr/bin/env node
import { checkNode } from './node-version'

// The other modules are loaded after the check, because older versions of Node.js cannot even parse them.
if (checkNode(process.argv.includes('--json'))) await import('./run')
