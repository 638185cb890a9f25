import { contract } from '#shared/contract'
import { revokeInvitation } from '~~/server/domain/member/revoke-invitation'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.revokeInvitation, revokeInvitation)
