import { defineEventHandler } from 'h3'
import { openapiDocument } from '#shared/contract/kit/openapi'
import { settings } from '~~/server/settings'

export default defineEventHandler(() => openapiDocument(settings().publicUrl))
