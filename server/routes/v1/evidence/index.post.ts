import { defineEvidenceOperation } from '~~/server/http/evidence'

export default defineEvidenceOperation('submitEvidence', { status: result => (result.reused ? 200 : 201) })
