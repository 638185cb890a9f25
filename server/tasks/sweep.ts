import { defineTask } from 'nitropack/runtime'
import { sweep } from '~~/server/domain/retention/sweep'
import { log } from '~~/server/process/log'
import { metrics } from '~~/server/metrics'

export default defineTask({
  meta: {
    name: 'sweep',
    description:
      'Deletes what is due: workspaces, people, expired media, abandoned uploads, orphaned files, old events',
  },
  async run() {
    const { swept, dueMedia } = await sweep()
    metrics.swept({ ...swept })
    log.info('swept', { ...swept, dueFiles: dueMedia.files, dueBytes: dueMedia.bytes })
    return { result: swept }
  },
})
