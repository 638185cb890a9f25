import { llmsText } from '#shared/documents/llms'
import { defineDocument } from '~~/server/http/pages/documents'

export default defineDocument('text/plain; charset=utf-8', llmsText)
