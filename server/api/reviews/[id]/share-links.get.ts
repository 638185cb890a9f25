import { contract } from '#shared/contract'
import { listShareLinks } from '~~/server/domain/share-link/create-share-link'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listShareLinks, listShareLinks)
