import { contract } from '#shared/contract'
import { revokeToken } from '~~/server/domain/token/revoke-token'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.revokeToken, revokeToken)
