import { defineDocument, MARKDOWN } from '~~/server/http/documents'
import { skillFile } from '~~/server/skill'

export default defineDocument(MARKDOWN, server => skillFile('references/http.md', server))
