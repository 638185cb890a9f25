import { contract } from '#shared/contract'
import { annotateArtifact } from '~~/server/domain/thread/create-thread'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.annotateArtifact, annotateArtifact)
