import { defineOperation } from '~~/server/http/operation'

export default defineOperation('listSnoozed')
