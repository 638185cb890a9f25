import { contract } from '#shared/contract'
import { annotateArtifact } from '~~/server/domain/thread/annotate-artifact'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.annotateArtifact, annotateArtifact)
