import { contract } from '#shared/contract'
import { readHealth } from '~~/server/domain/meta/read-health'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readHealth, readHealth)
