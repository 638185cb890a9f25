import { contract } from '#shared/contract'
import { declareUpload } from '~~/server/domain/artifact/declare'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.declareUpload, declareUpload)
