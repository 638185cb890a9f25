import { commandLineReference } from '#shared/documents/command-line'
import { defineDocument, MARKDOWN } from '~~/server/http/pages/documents'

export default defineDocument(MARKDOWN, commandLineReference)
