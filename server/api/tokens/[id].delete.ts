import { contract } from '#shared/contract'
import { revokeToken } from '~~/server/domain/token/create-token'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.revokeToken, revokeToken)
