import { contract } from '#shared/contract'
import { downloadOriginal } from '~~/server/domain/artifact/download-original'
import { defineStreamOperation } from '~~/server/http/operation'
import { sendServed } from '~~/server/http/send-served'

export default defineStreamOperation(contract.downloadOriginal, async (event, actor, input) =>
  sendServed(event, await downloadOriginal(actor, input), {
    disposition: 'attachment',
    cacheControl: 'private, no-store',
  }),
)
