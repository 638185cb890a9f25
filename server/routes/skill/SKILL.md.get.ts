import { defineDocument, MARKDOWN } from '~~/server/http/pages/documents'
import { skillFile } from '~~/server/downloads/skill'

export default defineDocument(MARKDOWN, server => skillFile('SKILL.md', server))
