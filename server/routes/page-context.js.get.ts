import { defineDocument } from '~~/server/http/pages/documents'
import { pageContextScript } from '~~/server/downloads/page-context'

export default defineDocument('text/javascript; charset=utf-8', pageContextScript)
