import { apiReference } from '#shared/contract/reference'
import { defineMarkdown } from '~~/server/http/markdown'

export default defineMarkdown(apiReference)
