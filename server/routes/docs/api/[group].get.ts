import { apiGroupReference } from '#shared/contract/kit/reference/document'
import { defineDocuments, MARKDOWN } from '~~/server/http/documents'

export default defineDocuments(MARKDOWN, apiGroupReference)
