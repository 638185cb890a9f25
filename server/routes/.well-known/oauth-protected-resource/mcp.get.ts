import { protectedResourceMetadata } from '#shared/oauth-metadata'
import { defineDocument } from '~~/server/http/pages/documents'

export default defineDocument('application/json', protectedResourceMetadata)
