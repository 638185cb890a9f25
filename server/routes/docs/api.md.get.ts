import { apiReference } from '#shared/contract/kit/reference'
import { defineDocument, MARKDOWN } from '~~/server/http/documents'

export default defineDocument(MARKDOWN, apiReference)
