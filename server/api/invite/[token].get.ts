import { contract } from '#shared/contract'
import { readInvitation } from '~~/server/domain/member/read-invitation'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readInvitation, readInvitation)
