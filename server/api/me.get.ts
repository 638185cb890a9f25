import { contract } from '#shared/contract'
import { readMe } from '~~/server/domain/workspace/read-me'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readMe, readMe)
