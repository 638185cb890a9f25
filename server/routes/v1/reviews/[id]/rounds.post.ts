import { evidenceText } from '#shared/documents/evidence-text'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation('submitRound', { text: evidenceText })
