import { contract } from '#shared/contract'
import { listCatalog } from '~~/server/domain/project/list-catalog'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listCatalog, listCatalog)
