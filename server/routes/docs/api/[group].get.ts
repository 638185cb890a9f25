import { apiGroupReference } from '#shared/contract/kit/reference/document'
import { defineDocuments, MARKDOWN } from '~~/server/http/pages/documents'

export default defineDocuments(MARKDOWN, apiGroupReference)
