import { contract } from '#shared/contract'
import { readIndex } from '~~/server/domain/service/read-index'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readIndex, readIndex)
