import { openapiDocument } from '#shared/contract/kit/openapi'
import { defineDocument } from '~~/server/http/documents'

export default defineDocument('application/json', publicUrl => JSON.stringify(openapiDocument(publicUrl)))
