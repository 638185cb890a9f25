import { contract } from '#shared/contract'
import { updateArtifact } from '~~/server/domain/artifact/update-artifact'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.updateArtifact, updateArtifact)
