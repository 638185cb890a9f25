import { contract } from '#shared/contract'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readHealth, async () => ({ ok: true }))
