import { llmsText } from '#shared/llms'
import { defineStartPage } from '~~/server/http/pages/documents'

export default defineStartPage('/developers', llmsText)
