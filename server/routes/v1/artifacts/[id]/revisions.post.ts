import { contract } from '#shared/contract'
import { declareRevision } from '~~/server/domain/upload/declare-upload'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.declareRevision, declareRevision)
