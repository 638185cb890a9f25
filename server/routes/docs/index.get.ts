import { llmsText } from '#shared/documents/llms'
import { defineStartPage } from '~~/server/http/pages/documents'

export default defineStartPage('/developers', llmsText)
