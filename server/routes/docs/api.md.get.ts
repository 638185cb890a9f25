import { apiReference } from '#shared/contract/kit/reference/document'
import { defineDocument, MARKDOWN } from '~~/server/http/pages/documents'

export default defineDocument(MARKDOWN, apiReference)
