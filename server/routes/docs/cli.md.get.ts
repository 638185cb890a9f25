import { commandLineReference } from '#shared/command-line'
import { defineMarkdown } from '~~/server/http/markdown'

export default defineMarkdown(commandLineReference)
