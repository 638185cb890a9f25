import { contract } from '#shared/contract'
import { declareUpload } from '~~/server/domain/upload/declare-upload'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.declareUpload, declareUpload)
