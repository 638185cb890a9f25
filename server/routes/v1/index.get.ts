import { contract } from '#shared/contract'
import { readIndex } from '~~/server/domain/meta/read-index'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readIndex, readIndex)
