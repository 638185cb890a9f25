import { contract } from '#shared/contract'
import { readCatalog } from '~~/server/domain/project/list-catalog'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listCatalog, readCatalog)
