import { commandLineReference } from '#shared/command-line'
import { defineDocument, MARKDOWN } from '~~/server/http/pages/documents'

export default defineDocument(MARKDOWN, commandLineReference)
