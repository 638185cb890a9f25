import { contract } from '#shared/contract'
import { listTokens } from '~~/server/domain/token/list-tokens'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listTokens, listTokens)
