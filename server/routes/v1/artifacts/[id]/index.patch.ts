import { contract } from '#shared/contract'
import { updateArtifact } from '~~/server/domain/artifact/update'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.updateArtifact, updateArtifact)
