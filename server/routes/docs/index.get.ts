import { llmsText } from '#shared/llms'
import { defineStartPage } from '~~/server/http/documents'

export default defineStartPage('/developers', llmsText)
