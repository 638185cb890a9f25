import { contract } from '#shared/contract'
import { revokeShareLink } from '~~/server/domain/share-link/revoke-share-link'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.revokeShareLink, revokeShareLink)
