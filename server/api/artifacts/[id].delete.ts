import { contract } from '#shared/contract'
import { deleteArtifact } from '~~/server/domain/artifact/delete-artifact'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.deleteArtifact, deleteArtifact)
