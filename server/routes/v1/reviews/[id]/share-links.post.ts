import { contract } from '#shared/contract'
import { createShareLink } from '~~/server/domain/share-link/create-share-link'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createShareLink, createShareLink)
