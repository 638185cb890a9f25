import { contract } from '#shared/contract'
import { revokeCapabilities } from '~~/server/domain/media-link/revoke-capabilities'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.revokeCapabilities, revokeCapabilities)
