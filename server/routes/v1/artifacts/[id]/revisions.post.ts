import { contract } from '#shared/contract'
import { declareRevision } from '~~/server/domain/artifact/declare'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.declareRevision, declareRevision)
