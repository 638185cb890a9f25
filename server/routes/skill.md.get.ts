import { defineDocument, MARKDOWN } from '~~/server/http/documents'
import { skillDocument } from '~~/server/skill'

export default defineDocument(MARKDOWN, skillDocument)
