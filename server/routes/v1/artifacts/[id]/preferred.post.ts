import { contract } from '#shared/contract'
import { preferArtifact } from '~~/server/domain/artifact/prefer-artifact'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.preferArtifact, preferArtifact)
