import { contract } from '#shared/contract'
import { createInvitation } from '~~/server/domain/member/create-invitation'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createInvitation, createInvitation)
