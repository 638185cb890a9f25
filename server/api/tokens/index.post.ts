import { contract } from '#shared/contract'
import { createToken } from '~~/server/domain/token/create-token'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createToken, createToken)
