import { contract } from '#shared/contract'
import { readSignIn } from '~~/server/domain/meta/read-sign-in'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readSignIn, readSignIn)
