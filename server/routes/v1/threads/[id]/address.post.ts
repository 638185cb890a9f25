import { contract } from '#shared/contract'
import { addressThread } from '~~/server/domain/thread/address-thread'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.addressThread, addressThread)
