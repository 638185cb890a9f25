import { contract } from '#shared/contract'
import { revokeCapabilities } from '~~/server/domain/capability/revoke'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.revokeCapabilities, revokeCapabilities)
