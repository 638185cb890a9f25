import { defineDocument, MARKDOWN } from '~~/server/http/pages/documents'
import { skillDocument } from '~~/server/downloads/skill'

export default defineDocument(MARKDOWN, skillDocument)
