import { contract } from '#shared/contract'
import { editThread } from '~~/server/domain/thread/edit-thread'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.editThread, editThread)
