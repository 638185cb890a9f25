import { defineDocument, MARKDOWN } from '~~/server/http/pages/documents'
import { skillFile } from '~~/server/downloads/skill'

export default defineDocument(MARKDOWN, server => skillFile('references/http.md', server))
