import { contract } from '#shared/contract'
import { createInvitation } from '~~/server/domain/member/invite'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createInvitation, createInvitation)
