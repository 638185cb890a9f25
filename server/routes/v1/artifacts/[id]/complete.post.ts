import { contract } from '#shared/contract'
import { completeArtifact } from '~~/server/domain/upload/complete-artifact'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.completeArtifact, completeArtifact)
