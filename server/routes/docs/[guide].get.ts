import { defineDocuments, MARKDOWN } from '~~/server/http/pages/documents'
import { guideAt } from '~~/server/downloads/guides'

export default defineDocuments(MARKDOWN, (server, path) => guideAt(path, server))
