import { openapiDocument } from '#shared/contract/kit/openapi/document'
import { defineDocument } from '~~/server/http/pages/documents'

export default defineDocument('application/json', server => JSON.stringify(openapiDocument(server)))
