import { defineEvidenceOperation } from '~~/server/http/evidence'

export default defineEvidenceOperation('submitRound')
