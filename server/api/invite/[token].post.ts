import { contract } from '#shared/contract'
import { acceptInvitation } from '~~/server/domain/member/accept-invitation'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.acceptInvitation, acceptInvitation)
