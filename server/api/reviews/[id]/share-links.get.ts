import { contract } from '#shared/contract'
import { listShareLinks } from '~~/server/domain/share-link/list-share-links'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listShareLinks, listShareLinks)
