import { contract } from '#shared/contract'
import { createToken } from '~~/server/domain/token/manage'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createToken, createToken)
