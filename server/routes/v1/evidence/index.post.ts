import { evidenceText } from '#shared/documents/evidence-text'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation('submitEvidence', {
  status: result => (result.reused ? 200 : 201),
  text: evidenceText,
})
