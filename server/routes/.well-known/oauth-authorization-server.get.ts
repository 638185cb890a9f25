import { authorizationServerMetadata } from '#shared/oauth-metadata'
import { defineDocument } from '~~/server/http/documents'

export default defineDocument('application/json', authorizationServerMetadata)
