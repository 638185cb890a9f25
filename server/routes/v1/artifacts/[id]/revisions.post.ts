import { contract } from '#shared/contract'
import { declareRevision } from '~~/server/domain/upload/declare-revision'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.declareRevision, declareRevision)
