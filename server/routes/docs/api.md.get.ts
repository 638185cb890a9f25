import { apiReference } from '#shared/contract/kit/reference'
import { defineMarkdown } from '~~/server/http/markdown'

export default defineMarkdown(apiReference)
