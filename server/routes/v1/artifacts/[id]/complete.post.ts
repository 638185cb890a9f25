import { contract } from '#shared/contract'
import { completeArtifact } from '~~/server/domain/artifact/complete'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.completeArtifact, completeArtifact)
